import { eyeLine, FOREHEAD, vertex } from '#studio/person/landmarks.ts'
import { faceOval } from '#studio/person/skin.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { opening } from '#studio/planes/opening.ts'
import { connectedTo, partsOf } from '#studio/planes/parts.ts'
import { medianOn } from '#studio/planes/rank.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

export interface Remains {
  /** Area of what is kept of the selfie and hangs together with nothing of the person, in squared face heights. */
  islands: number
  /** Area of the largest thin part that is kept below the eyes and is not dark, the same. */
  strips: number
  /** Area on top of the head that is smooth although the hair below it is not, the same: a wall of the hair's colour. */
  smooth: number
}

/** Covered enough to be seen before the backdrop. */
const SEEN = 90
const SOLID = 200
/** Half the width of a thin part, face heights. */
const THIN = 0.03
/** ln of luminance: what is as dark may be a braid. */
const DARK = Math.log(0.06)
/** Beside the middle of the eyes, in face heights. */
const ASIDE = 0.6
/** From the top of the head downwards, in face heights: what the backdrop lights, and where hair is looked at. */
const RIM = 0.012
const HAIR = { from: 0.08, to: 0.2 } as const
/** Share of the hair's own unevenness under which nothing is hair. */
const SMOOTH = 0.12

/** What was left of the old background: islands beside the subject, and strips along it. */
export function measureRemains(view: PictureView): Remains {
  const { alpha, width, height, mesh, faceHeight } = view
  const seen = alpha.map((share) => (share >= SEEN ? 1 : 0))
  const joined = connectedTo(seen, faceOval(mesh, width, height), width)
  const islands = seen.filter((is, i) => is && !joined[i])
  const largest = partsOf(thinParts(view), width).reduce((most, { length }) => Math.max(most, length), 0)
  return {
    islands: islands.length / faceHeight ** 2,
    strips: largest / faceHeight ** 2,
    smooth: smoothTop(view),
  }
}

function smoothTop({ source, cells, alpha, width: across, mesh, faceHeight }: PictureView): number {
  const { width, light } = source ?? cells
  const unit = faceHeight / CELL
  const steps = new Float32Array(light.length)
  const step = (i: number, by: number) => (light[i + by] ?? 0) - (light[i - by] ?? 0)
  for (let i = 0; i < steps.length; i++) steps[i] = Math.hypot(step(i, 1), step(i, width))
  const uneven = boxMean({ ...cells, data: steps }, 1).data
  const axis = eyeLine(mesh).middle.x / CELL
  const hairline = vertex(mesh, FOREHEAD).y / CELL
  const tops: number[] = []
  const hair: number[] = []
  for (let x = Math.max(0, Math.round(axis - ASIDE * unit)); x < Math.min(width, axis + ASIDE * unit); x++) {
    let y = 0
    while (y < hairline && (alpha[y * CELL * across + x * CELL] ?? 0) < SOLID) y++
    if (y > 1 && y < hairline) tops.push(y * width + x)
    for (let k = y + Math.round(HAIR.from * unit); k < Math.min(hairline, y + HAIR.to * unit); k++)
      hair.push(k * width + x)
  }
  const limit = SMOOTH * medianOn(uneven, hair)
  const [rim, most] = [Math.max(1, Math.round(RIM * unit)), Math.round(HAIR.to * unit)]
  const depths = tops.map((top) => {
    let depth = 0
    for (let cell = top + rim * width; depth < most; cell += width, depth++)
      if ((uneven[cell] ?? 0) >= limit || (light[cell] ?? 0) < DARK) return depth
    // Smooth all the way down: a bald head, or a cap.
    return 0
  })
  return depths.reduce((sum, depth) => sum + depth, 0) / unit ** 2
}

/** 1 on what is kept below the eyes, away from the picture's edges, and no person is as thin as: braids are dark. */
function thinParts({ alpha, width, height, faceHeight, mesh, cells }: PictureView): Uint8Array {
  const solid = new Float32Array(alpha.length)
  for (let i = 0; i < solid.length; i++) solid[i] = (alpha[i] ?? 0) >= SOLID ? 1 : 0
  const radius = Math.round(THIN * faceHeight)
  const thick = opening({ width, height, data: solid }, radius).data
  const thin = new Uint8Array(alpha.length)
  for (let y = Math.ceil(eyeLine(mesh).middle.y); y < height - radius; y++) {
    const row = Math.floor(y / CELL) * cells.width
    for (let x = radius, i = y * width + x; x < width - radius; x++, i++)
      if (solid[i] !== thick[i] && (cells.light[row + Math.floor(x / CELL)] ?? 0) >= DARK) thin[i] = 1
  }
  return thin
}
