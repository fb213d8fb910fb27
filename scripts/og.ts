/**
 * `node scripts/og.ts`: the share preview of the home page in every language (`public/og/`, 1200x627), and the
 * icons. Needs the pictures of `scripts/public-pictures.ts` and a Chromium (`CHROMIUM_PATH`, or Playwright's own).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { BRAND } from '#contract/brand.ts'
import { LOCALES } from '#contract/locales.ts'
import { z } from 'zod'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const base64 = async (path: string) => (await readFile(at(path))).toString('base64')
const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(at(path), 'utf8'))

const Name = z.object({ name: z.string() })
const Pictures = z.object({
  sheet: z.tuple([z.object({ selfie: Name, headshots: z.array(Name) })], z.unknown()),
})
const Messages = z.object({ meta: z.object({ home: z.object({ preview: z.string() }) }) })

const RIDGE = 'M0 22 8.6 9.2l4.3 5.6 3.1-3.3L24 22Z'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function page(locale: string, headline: string, font: string, frames: readonly string[]): string {
  const images = frames.map(
    (frame, index) =>
      `<figure><img src="data:image/jpeg;base64,${frame}"><figcaption>${['1', '1A', '1B', '1C'][index] ?? ''}</figcaption></figure>`,
  )
  return `<!doctype html><html lang="${locale}"><style>
    @font-face { font-family: Sans; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 627px; display: grid; grid-template-columns: minmax(0, 1fr) 470px; overflow: hidden;
      font-family: Sans; background: oklch(0.985 0.004 85); color: oklch(0.2 0.015 265) }
    main { padding: 52px 20px 52px 60px; display: flex; flex-direction: column; justify-content: space-between }
    h1 { font-size: 77px; line-height: 0.98; letter-spacing: -0.026em; font-weight: 720; text-wrap: balance;
      hyphens: manual }
    p { display: flex; align-items: center; gap: 16px; font-size: 40px; font-weight: 700; letter-spacing: -0.02em }
    aside { background: oklch(0.175 0.012 265); padding: 20px 22px; display: grid; gap: 8px 14px;
      grid-template-columns: 1fr 1fr; align-content: center }
    img { display: block; width: 206px; height: 257px; object-fit: cover; border-radius: 3px }
    figcaption { font-size: 17px; font-weight: 650; color: oklch(0.8 0.12 52); padding-top: 5px; line-height: 1.1 }
    </style><main><p><svg viewBox="0 0 24 24" width="48"><circle cx="14.5" cy="9.5" r="6" fill="oklch(0.66 0.17 35)"/>
    <path d="${RIDGE}" fill="oklch(0.2 0.015 265)"/></svg>${escape(BRAND)}</p><h1>${escape(headline)}</h1></main>
    <aside>${images.join('')}</aside></html>`
}

async function writePreviews(): Promise<void> {
  const [row] = Pictures.parse(await readJson('components/marketing/pictures.json')).sheet
  const shown = [row.selfie, ...row.headshots]
  const frames = await Promise.all(
    shown.map(async ({ name }) => {
      const large = await sharp(await readFile(at(`public/pictures/${name}-768.avif`)))
        .jpeg({ quality: 92 })
        .toBuffer()
      return large.toString('base64')
    }),
  )
  const font = await base64(
    'node_modules/@fontsource-variable/inter-tight/files/inter-tight-latin-wght-normal.woff2',
  )
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const tab = await browser.newPage({ viewport: { width: 1200, height: 627 } })
  for (const locale of LOCALES) {
    const { preview } = Messages.parse(await readJson(`messages/${locale}.json`)).meta.home
    await tab.setContent(page(locale, preview, font, frames), { waitUntil: 'load' })
    await tab.evaluate(() => document.fonts.ready)
    const shot = await tab.screenshot({ type: 'png' })
    const jpeg = await sharp(shot).jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
    await writeFile(at(`public/og/home-${locale}.jpg`), jpeg)
  }
  await browser.close()
}

/** An .ico file holding one PNG, which every browser since 2010 reads. */
function icoOf(png: Buffer, sidePx: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(sidePx, 6)
  head.writeUInt8(sidePx, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function writeIcons(): Promise<void> {
  const svg = await readFile(at('app/icon.svg'))
  const opaque = (sidePx: number) =>
    sharp(svg, { density: (72 * sidePx) / 32 })
      .resize(sidePx, sidePx)
      .flatten({ background: '#fcfaf7' })
  const png = (sidePx: number) => opaque(sidePx).png({ palette: true })
  // Icons inside .ico files have to be RGBA.
  const rgba = await opaque(32).ensureAlpha().png().toBuffer()
  await writeFile(at('app/favicon.ico'), icoOf(rgba, 32))
  await png(180).toFile(at('app/apple-icon.png').pathname)
  await png(192).toFile(at('public/icons/icon-192.png').pathname)
  await png(512).toFile(at('public/icons/icon-512.png').pathname)
}

await mkdir(at('public/og/'), { recursive: true })
await mkdir(at('public/icons/'), { recursive: true })
await writeIcons()
await writePreviews()
