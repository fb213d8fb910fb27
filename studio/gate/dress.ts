import { CHIN, vertex } from '#studio/person/landmarks.ts'
import { boxMean } from '#studio/planes/blur.ts'
import type { Size } from '#studio/picture/raster.ts'
import { solidCells } from './view.ts'
import type { PictureView } from './view.ts'

const SOLID = 200
/** Under the chin, in face heights, the neck has ended. */
const NECK = 0.35
/** In squared face heights: less below the neck is no more than a hint of what somebody wears. */
const LEAST_AREA = 0.08
/**
 * ln of red over blue, and of red times blue over green squared: skin of every tone, tan cloth and fair hair have .5-1.3 of
 * the first; grey, black and white 0, navy -.8. What is green or pink has much of the second, either way.
 */
const WARM = 0.35
const TINTED = [-0.6, 1] as const
/** Standard deviation of the root of luminance over a few cells: folds and weaves have less, prints, lace and sequins more. */
const PRINTED = 0.05
const REACH_CELLS = 2

/**
 * How much of what is seen of somebody below the neck is plain cloth in a quiet colour, 0..1: a suit, a collar, a dark
 * jumper have most, bare shoulders and printed shirts little. Dark hair that lies over it passes for cloth, fair hair and
 * tan cloth do not. Null without colour, and where the picture ends under the chin.
 */
export function measurePlainCloth(view: PictureView): number | null {
  if (!view.isColour) return null
  const { cells, faceHeight } = view
  const { light, red, blue, step } = cells
  const solid = solidCells(view, SOLID)
  const from = Math.round((vertex(view.mesh, CHIN).y + NECK * faceHeight) / step) * cells.width
  const spread = spreadOf(light, cells)
  let [seen, plain] = [0, 0]
  for (let cell = from; cell < solid.length; cell++) {
    if (!solid[cell]) continue
    seen++
    const [warm, tint] = [(red[cell] ?? 0) - (blue[cell] ?? 0), (red[cell] ?? 0) + (blue[cell] ?? 0)]
    const isQuiet = warm < WARM && tint > TINTED[0] && tint < TINTED[1]
    if (isQuiet && (spread[cell] ?? 0) < PRINTED) plain++
  }
  return (seen * step ** 2) / faceHeight ** 2 < LEAST_AREA ? null : plain / seen
}

/** Standard deviation of the root of luminance about each cell; `light` is the luminance's ln. */
function spreadOf(light: Float32Array, { width, height }: Size): Float32Array {
  const around = (values: Float32Array) => boxMean({ width, height, data: values }, REACH_CELLS).data
  const mean = around(light.map((value) => Math.exp(value / 2)))
  const square = around(light.map(Math.exp))
  return square.map((value, cell) => Math.sqrt(Math.max(0, value - (mean[cell] ?? 0) ** 2)))
}
