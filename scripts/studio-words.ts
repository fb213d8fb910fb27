/** `node scripts/studio-words.ts`: the labelled picture of `docs/studio-words.md`, a person of the drawn cast. */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { CAST } from '#tests/cast/cast.ts'
import type { Point } from '#tests/cast/geometry.ts'
import { renderSelfie } from '#tests/cast/render.ts'
import { createSketch } from '#tests/cast/sketch.ts'
import { GOOD_TAKES } from '#tests/cast/takes.ts'

const CHARACTER = 'amara'
const WIDTH = 1200
const HEIGHT = 1500

const [base] = GOOD_TAKES
if (base === undefined) throw new Error('The cast has no takes')
const take = {
  ...base,
  id: 'words',
  ...{ yawDeg: 0, pitchDeg: 0, rollDeg: 0, unitPx: 240, xPx: 600, yPx: 690 },
  room: 'plaster',
  clothes: 2,
} as const
const { head, body } = createSketch('words', CAST[CHARACTER], take)
const { cheek, jaw } = CAST[CHARACTER].head

/** What is named, where it is seen, and where its label stands: beside the picture, at this height. */
const LABELS: readonly { text: string; at: Point; side: 'left' | 'right'; y: number }[] = [
  { text: 'crown', at: head([-0.75, -1.22, 0]), side: 'left', y: 300 },
  { text: 'rim of the ear', at: head([-(cheek + 0.145), -0.02, -0.1]), side: 'left', y: 560 },
  { text: 'ear lobe corner', at: head([cheek * 0.975, 0.46, 0]), side: 'right', y: 700 },
  { text: 'jaw line', at: head([-jaw, 0.76, 0.18]), side: 'left', y: 800 },
  { text: 'strands', at: head([1.17, 1.2, -0.1]), side: 'right', y: 900 },
  { text: 'neck outline', at: body([-CAST[CHARACTER].neck, 1.45, -0.05]), side: 'left', y: 1010 },
  { text: 'collar', at: body([CAST[CHARACTER].neck * 1.16 + 0.17, 1.95, 0.1]), side: 'right', y: 1110 },
  { text: 'shoulder line', at: body([-1.5, 2.18, 0]), side: 'left', y: 1180 },
]

const MARGIN = 300

function drawn({ text, at: [x, y], side, y: labelY }: (typeof LABELS)[number]): string {
  const isLeft = side === 'left'
  const textX = isLeft ? MARGIN - 30 : MARGIN + WIDTH + 30
  const from = isLeft ? MARGIN - 20 : MARGIN + WIDTH + 20
  const [toX, toY] = [MARGIN + x, y]
  const line = `M${String(from)} ${String(labelY)}L${toX.toFixed(1)} ${toY.toFixed(1)}`
  return (
    `<path d="${line}" stroke="#fff" stroke-width="7" opacity=".75"/><path d="${line}" stroke="#14161c" stroke-width="3"/>` +
    `<circle cx="${toX.toFixed(1)}" cy="${toY.toFixed(1)}" r="8" fill="#e8502e" stroke="#fff" stroke-width="3"/>` +
    `<text x="${String(textX)}" y="${String(labelY + 11)}" text-anchor="${isLeft ? 'end' : 'start'}">${text}</text>`
  )
}

const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH + 2 * MARGIN)}" height="${String(HEIGHT)}"><g font-family="sans-serif" font-size="33" fill="#14161c">${LABELS.map(drawn).join('')}</g></svg>`
const selfie = await renderSelfie(CHARACTER, take)
const labelled = await sharp(selfie)
  .extend({ left: MARGIN, right: MARGIN, background: '#ffffff' })
  .composite([{ input: Buffer.from(overlay) }])
  .png()
  .toBuffer()
const jpeg = await sharp(labelled).resize({ width: 1120 }).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
await writeFile(new URL('../docs/studio-words.jpg', import.meta.url), jpeg)
