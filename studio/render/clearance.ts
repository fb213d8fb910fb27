import { fastCode, fastLinear, luminance } from '#studio/color.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import { CHIN, eyeLine, faceHeight, vertex } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/raster.ts'
import { nearHead } from '#studio/scene/backdrop.ts'
import { toneCurve } from './finish.ts'
import type { GradeOrder } from './finish.ts'
import type { NewLight } from './light.ts'
import { SKIN_CELL } from './skin-map.ts'
import type { Cells } from './skin-map.ts'

type Backdrop = readonly [Plane, Plane, Plane]

/** A place of the wall beside the face, fractions of the picture, and the linear luminance of skin or hair near it. */
export interface EdgeSpot {
  side: 'left' | 'right'
  x: number
  y: number
  light: number
}

/** Outline that is looked at, from the eyes up and to above the chin; how deep within it and how far off it, face heights. */
const ABOVE_EYES = 0.25
const ABOVE_CHIN = 0.06
/** A cheek turns darker towards its outline: wall of a tone that it has a little further in dissolves it too. */
const DEPTHS = [0.015, 0.04, 0.075] as const
const BESIDE = 0.04
/** Cells between rows. */
const ROW_STEP = 3
const OPAQUE = 0.98

/** The person's light along the outline from the temples to the jaw. @param exposure of everything, on top of the new light */
export function edgeSpots(cells: Cells, mesh: Float32Array, light: NewLight, exposure: number): EdgeSpot[] {
  const reach = faceHeight(mesh) / SKIN_CELL
  const eyes = eyeLine(mesh).middle
  const middle = Math.round(eyes.x / SKIN_CELL)
  const top = Math.max(0, Math.round(eyes.y / SKIN_CELL - ABOVE_EYES * reach))
  const bottom = Math.min(cells.height - 1, vertex(mesh, CHIN).y / SKIN_CELL - ABOVE_CHIN * reach)
  const spots: EdgeSpot[] = []
  for (let y = top; y <= bottom; y += ROW_STEP) {
    for (const side of ['left', 'right'] as const) {
      const out = side === 'left' ? -1 : 1
      let edge = middle
      while ((cells.alpha[y * cells.width + edge] ?? 0) >= OPAQUE && edge > 0 && edge < cells.width - 1)
        edge += out
      const x = (edge + out * BESIDE * reach) / cells.width
      if (x <= 0 || x >= 1) continue
      for (const depth of DEPTHS) {
        const within = lightAt(cells, light, edge - out * Math.round(depth * reach), y)
        spots.push({ side, x, y: y / cells.height, light: exposure * within })
      }
    }
  }
  return spots
}

function lightAt({ width, r, g, b }: Cells, { gain }: NewLight, x: number, y: number): number {
  const i = y * width + x
  const lit = Math.exp(gain.data[(y >> 1) * gain.width + (x >> 1)] ?? 0)
  return lit * luminance(fastLinear(r[i] ?? 0), fastLinear(g[i] ?? 0), fastLinear(b[i] ?? 0))
}

/** Natural logarithm of the largest change of the wall's light, and steps in which it is tried. */
const LARGEST_CHANGE = 0.6
const CHANGE_STEP = 0.05
/**
 * Share of the outline that may be lost to save one natural log of change. A wall darker than the face is preferred: a lit
 * one draws the eye, and where either would do the choice must not depend on the size that is rendered.
 */
const DARKER_PRICE = 0.12
const LIGHTER_PRICE = 0.25

export interface ClearanceOrder {
  spots: readonly EdgeSpot[]
  grade: Pick<GradeOrder, 'contrast' | 'exposureEv'>
  /** Finished code values, 0..1, that the wall should be away from the person beside it. */
  clearance: number
  /** Middle of the head, fractions of the picture; width of the picture over its height. */
  headX: number
  headY: number
  aspect: number
}

/**
 * Without colour a cheek in the shade before a wall of its own grey has no outline: a lamp on the wall or a flag before
 * it makes it lighter or darker there, on each side of the head by what this side needs. The backdrop's planes are changed.
 */
export function clearFace(backdrop: Backdrop, order: ClearanceOrder): void {
  const [{ width, height }] = backdrop
  const weights = nearHead(backdrop[0], order)
  const left = changeOf(backdrop, weights, order, 'left')
  const right = changeOf(backdrop, weights, order, 'right')
  if (!left && !right) return
  const xs = order.spots.map(({ x }) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const change = left + (right - left) * smoothstep(from, to, (x + 0.5) / width)
      const gain = Math.exp(change * (weights[i] ?? 0))
      for (const { data } of backdrop) data[i] = (data[i] ?? 0) * gain
    }
  }
}

/** The natural logarithm by which the wall's light beside one side of the face is changed: as little as frees the outline. */
function changeOf(
  [r, g, b]: Backdrop,
  weights: Float32Array,
  { spots, grade, clearance }: ClearanceOrder,
  side: EdgeSpot['side'],
): number {
  const tone = toneCurve(grade.contrast, grade.exposureEv)
  const finished = (light: number) => tone(fastCode(Math.min(1, light)))
  const beside = spots
    .filter((spot) => spot.side === side)
    .map((spot) => {
      const i = Math.floor(spot.y * r.height) * r.width + Math.floor(spot.x * r.width)
      const wall = luminance(r.data[i] ?? 0, g.data[i] ?? 0, b.data[i] ?? 0)
      return { own: finished(spot.light), wall, weight: weights[i] ?? 0 }
    })
  if (beside.length === 0) return 0
  const lost = (change: number) =>
    beside.reduce((sum, { own, wall, weight }) => {
      const apart = Math.abs(own - finished(wall * Math.exp(change * weight)))
      return sum + Math.max(0, 1 - apart / clearance)
    }, 0) / beside.length
  let [best, least] = [0, lost(0)]
  for (let size = CHANGE_STEP; size <= LARGEST_CHANGE; size += CHANGE_STEP) {
    const darker = lost(-size) + DARKER_PRICE * size
    if (darker < least) [best, least] = [-size, darker]
    const lighter = lost(size) + LIGHTER_PRICE * size
    if (lighter < least) [best, least] = [size, lighter]
  }
  return best
}
