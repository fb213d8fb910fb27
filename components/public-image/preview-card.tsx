import { BRAND } from '#contract/brand.ts'

export const CARD_SIZE = { width: 1200, height: 627 } as const

/** The colours of the light theme, in the notation the drawing library reads. */
const PAPER = '#fcfaf7'
const INK = '#14171e'
const INK_SOFT = '#50555e'
const ACCENT = '#e86a45'

interface Props {
  /** The headshot as a data URL. */
  picture: string
  /** Of the picture; its height is the card's. */
  aspectRatio: number
  title: string
  style: string
  disclosure: string
}

/**
 * The preview that a social network shows of a published headshot: the picture, the person's name, and the AI
 * disclosure.
 */
export function PreviewCard({ picture, aspectRatio, title, style, disclosure }: Props) {
  const { height } = CARD_SIZE
  return (
    <div style={{ display: 'flex', width: '100%', height: '100%', background: PAPER, color: INK }}>
      {/* eslint-disable-next-line @next/next/no-img-element -- drawn into a picture, not into a page */}
      <img
        src={picture}
        width={Math.round(height * aspectRatio)}
        height={height}
        style={{ objectFit: 'cover' }}
      />
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          flex: 1,
          padding: '52px 60px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', gap: 16, fontSize: 40 }}>
          <svg width="48" height="48" viewBox="0 0 24 24">
            <circle cx="14.5" cy="9.5" r="6" fill={ACCENT} />
            <path d="M0 22 8.6 9.2l4.3 5.6 3.1-3.3L24 22Z" fill={INK} />
          </svg>
          {BRAND}
        </div>
        <div style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>
          <div style={{ display: 'flex', fontSize: 68, lineHeight: 1.05, letterSpacing: '-0.03em' }}>
            {title}
          </div>
          <div style={{ display: 'flex', fontSize: 34, color: INK_SOFT }}>{style}</div>
        </div>
        <div style={{ display: 'flex', fontSize: 28, color: INK_SOFT }}>{disclosure}</div>
      </div>
    </div>
  )
}
