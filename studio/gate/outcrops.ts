import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { boxMean } from '#studio/planes/blur.ts'
import type { ColourCells } from './colour-cells.ts'
import { likeHair } from './hair-colour.ts'
import { pieces } from './pieces.ts'
import { CELL } from './view.ts'
import type { PictureView } from './view.ts'

const HALF = 128
/** In face heights: what is narrower than twice this sticks out, and how far its surroundings reach. */
const NARROW = 0.05
const AROUND = 0.12
/** Down to so far under the chin, in face heights: below are sleeves. */
const LOWEST = 0.7
/** How much another colour it must have than the subject beside it: ln of luminance, and of channel ratios. */
const OTHER = { light: 0.9, colour: 0.45 } as const
/** Pieces smaller than this, in squared face heights, are strands and earrings. */
const LEAST = 0.0008

/**
 * Area of pieces that stick out of the subject's outline beside jaw, neck and shoulders and have another colour than what
 * they stick out of, in squared face heights: strips of the old background.
 */
export function measureOutcrops(view: PictureView): number {
  const { cells } = view
  const { width, height } = cells
  const scale = view.faceHeight / CELL
  const solid = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      solid[y * width + x] = (view.alpha[y * CELL * view.width + x * CELL] ?? 0) > HALF ? 1 : 0
  const opened = openedBy({ width, height, data: solid }, Math.max(1, Math.round(NARROW * scale)))
  const around = surroundings(cells, opened, Math.round(AROUND * scale))
  const from = Math.round(eyeLine(view.mesh).middle.y / CELL) * width
  const to = Math.min(solid.length, Math.round(vertex(view.mesh, CHIN).y / CELL + LOWEST * scale) * width)
  const isHair = likeHair(view)
  const odd = new Uint8Array(solid.length)
  for (let i = from; i < to; i++) {
    if (!(solid[i] ?? 0) || (opened[i] ?? 0) || !((around.weight[i] ?? 0) > 0.02)) continue
    const light = Math.abs((cells.light[i] ?? 0) - (around.light[i] ?? 0))
    const colour = Math.hypot(
      (cells.red[i] ?? 0) - (around.red[i] ?? 0),
      (cells.blue[i] ?? 0) - (around.blue[i] ?? 0),
    )
    if ((light > OTHER.light || colour > OTHER.colour) && !isHair(i)) odd[i] = 1
  }
  return pieces(odd, width, LEAST * scale ** 2) / scale ** 2
}

/** The mask without what is narrower than twice the radius. */
function openedBy(mask: { width: number; height: number; data: Float32Array }, radius: number): Uint8Array {
  const kept = boxMean(mask, radius).data.map((mean) => (mean > 0.999 ? 1 : 0))
  const spread = boxMean({ ...mask, data: kept }, radius).data
  return Uint8Array.from(spread, (mean) => (mean > 1e-4 ? 1 : 0))
}

/** Mean colours of the opened subject near each cell. */
function surroundings(cells: ColourCells, opened: Uint8Array, radius: number) {
  const { width, height } = cells
  const weight = boxMean({ width, height, data: Float32Array.from(opened) }, radius).data
  const mean = (plane: Float32Array): Float32Array => {
    const masked = plane.map((value, i) => (opened[i] ? value : 0))
    return boxMean({ width, height, data: masked }, radius).data.map(
      (sum, i) => sum / ((weight[i] ?? 0) || 1),
    )
  }
  return { weight, light: mean(cells.light), red: mean(cells.red), blue: mean(cells.blue) }
}
