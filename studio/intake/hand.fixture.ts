import sharp from 'sharp'

/** Thumb, then index to little finger: from the palm, to the tip, as [x, y], and how thick. 100 units are a palm's width. */
const FINGERS = [
  { from: [-42, 30], to: [-92, -28], thick: 27 },
  { from: [-34, -30], to: [-46, -118], thick: 24 },
  { from: [-11, -38], to: [-13, -136], thick: 25 },
  { from: [13, -36], to: [20, -126], thick: 24 },
  { from: [35, -24], to: [52, -98], thick: 20 },
] as const

/** The middle of its palm, a palm's width in pixels, its turn and its colour. */
interface DrawnHand {
  x: number
  y: number
  palmPx: number
  turnDeg: number
  skin: string
}

/** A hand and its forearm as SVG. */
export function handSvg({ x, y, palmPx, turnDeg, skin }: DrawnHand): string {
  const fingers = FINGERS.map(({ from, to, thick }) => {
    const [nailX, nailY] = [to[0] + (from[0] - to[0]) * 0.03, to[1] + (from[1] - to[1]) * 0.03]
    return `<path d="M${from.join(' ')} L${to.join(' ')}" stroke="#000" stroke-opacity=".35" stroke-width="${thick + 3}"/>
      <path d="M${from.join(' ')} L${to.join(' ')}" stroke="${skin}" stroke-width="${thick}"/>
      <path d="M${from.join(' ')} L${to.join(' ')}" stroke="#fff" stroke-opacity=".14" stroke-width="${thick / 3}"/>
      <ellipse cx="${nailX}" cy="${nailY}" rx="${thick * 0.27}" ry="${thick * 0.36}" fill="#fff" fill-opacity=".4" stroke="none"/>`
  })
  return `<g transform="translate(${x} ${y}) rotate(${turnDeg}) scale(${palmPx / 100})" stroke-linecap="round">
      <path d="M-30 70 L-38 400 L38 400 L30 70 Z" fill="${skin}" stroke="#000" stroke-opacity=".3" stroke-width="3"/>
      <path d="M-50 -30 Q0 -58 48 -26 Q56 30 32 82 L-32 82 Q-58 30 -50 -30 Z" fill="${skin}" stroke="#000" stroke-opacity=".35" stroke-width="3"/>
      ${fingers.join('')}
      <path d="M-44 -26 Q0 -50 44 -22 L30 50 L-34 50 Z" fill="${skin}"/>
    </g>`
}

/** A drawn hand in front of the picture. */
export async function withHand(picture: Uint8Array, hand: DrawnHand): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${handSvg(hand)}</svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 92 })
    .toBuffer()
}
