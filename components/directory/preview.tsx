import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { jpegPreview } from '#lib/seo/jpeg-preview.ts'
import pictures from '#components/marketing/pictures.json' with { type: 'json' }

/** As `app/globals.css` has them in its light theme; the drawing knows no variables. */
const PAPER = '#fcfaf7'
const INK = '#14161c'
const SHEET = '#0c0f14'
const GLOW = '#e8623c'
const FRAMES = (['office-daylight', 'library', 'swiss-alps', 'studio-white'] as const).map(
  (styleId) => pictures.styles[styleId].name,
)
const RIDGE = 'M0 22 8.6 9.2l4.3 5.6 3.1-3.3L24 22Z'

let frames: Promise<string[]> | undefined

function readFrames(): Promise<string[]> {
  frames ??= Promise.all(
    FRAMES.map(async (name) => {
      const file = await readFile(join(process.cwd(), 'public/pictures', `${name}-384.jpg`))
      return `data:image/jpeg;base64,${file.toString('base64')}`
    }),
  )
  return frames
}

/** The name of the page beside a strip of our own pictures, large enough to be read at a quarter of its size. */
export async function drawPreview(brand: string, headline: string): Promise<Response> {
  const shown = await readFrames()
  const drawn = new ImageResponse(
    <div style={{ display: 'flex', width: '100%', height: '100%', background: PAPER, color: INK }}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 740,
          padding: '52px 30px 52px 60px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 40 }}>
          <svg viewBox="0 0 24 24" width="48" height="48" style={{ marginRight: 16 }}>
            <circle cx="14.5" cy="9.5" r="6" fill={GLOW} />
            <path d={RIDGE} fill={INK} />
          </svg>
          {brand}
        </div>
        <div
          style={{
            display: 'flex',
            fontSize: headline.length > 34 ? 68 : 84,
            lineHeight: 1.04,
            letterSpacing: -2,
          }}
        >
          {headline}
        </div>
      </div>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          alignContent: 'center',
          justifyContent: 'space-between',
          width: 460,
          padding: 22,
          background: SHEET,
        }}
      >
        {shown.map((picture) => (
          // eslint-disable-next-line @next/next/no-img-element -- drawn into a picture
          <img
            key={picture}
            src={picture}
            width={200}
            height={250}
            style={{ borderRadius: 3, margin: '8px 0' }}
          />
        ))}
      </div>
    </div>,
    {
      width: 1200,
      height: 627,
      headers: { 'cache-control': 'public, max-age=86400, stale-while-revalidate=604800' },
    },
  )
  return jpegPreview(drawn)
}
