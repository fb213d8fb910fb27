import { CHIN, faceHeight, vertex } from '#studio/person/landmarks.ts'
import { skinCells } from '#studio/person/skin.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { medianOn } from '#studio/planes/rank.ts'
import type { Raster, Size } from '#studio/picture/raster.ts'
import { colourCells, solidCells } from './colour-cells.ts'
import type { ColourCells, CutoutCells } from './colour-cells.ts'

const SOLID = 200
/** Under the chin, in face heights, the neck has ended. */
const NECK = 0.35
/** In squared face heights: a smaller area below the neck is only a hint of the clothes. */
const LEAST_AREA = 0.08
/**
 * ln of red over blue, and of red times blue over green squared: skin of every tone, tan cloth and fair hair have
 * .5-1.3 of the first; grey, black and white 0, navy -.8. Green and pink have large values of the second, negative
 * and positive.
 */
const WARM = 0.35
const TINTED = [-0.6, 1] as const
/** Standard deviation of the root of luminance over a few cells: folds and weaves have less, prints, lace and sequins more. */
const PRINTED = 0.05
const REACH_CELLS = 2

/** In face heights: the chest lies here under a selfie's face, where only the face is known. */
const CHEST = { from: 0.45, to: 1.3, aside: 0.55 } as const
/** Cells in the height of a face. */
const FACE_CELLS = 80
/** ln of red over blue of skin in even light: a face's excess comes from the lamp, and is the cloth's too. */
const SKIN_WARM = 1

/**
 * Share of plain cloth in a quiet colour among the visible pixels below the neck, 0..1: a suit, a collar, a dark
 * jumper have most, bare shoulders and printed shirts little. Dark hair over the chest passes for cloth, fair hair
 * and tan cloth do not. Null without colour, and where the picture ends under the chin.
 */
export function measurePlainCloth(view: CutoutCells & { isColour: boolean }): number | null {
  if (!view.isColour) return null
  const { cells, faceHeight: tall } = view
  const from = Math.round((vertex(view.mesh, CHIN).y + NECK * tall) / cells.step) * cells.width
  const solid = solidCells(view, SOLID)
  const seen = solid.map((is, cell) => (cell >= from ? is : 0))
  return plainShare(cells, seen, { least: LEAST_AREA * (tall / cells.step) ** 2, cast: 0 })
}

/**
 * The same measure for a selfie that is not cut out yet; NaN where the picture ends too high. `mesh` in the raster's
 * pixels.
 */
export function measureWornCloth(raster: Raster, mesh: Float32Array): number {
  const tall = faceHeight(mesh)
  const step = Math.max(1, Math.round(tall / FACE_CELLS))
  const cells = colourCells(raster.data, raster, step)
  const chin = vertex(mesh, CHIN)
  const [top, bottom] = [CHEST.from, CHEST.to].map((faces) =>
    Math.min(cells.height, Math.round((chin.y + faces * tall) / step)),
  ) as [number, number]
  const left = Math.max(0, Math.round((chin.x - CHEST.aside * tall) / step))
  const right = Math.min(cells.width, Math.round((chin.x + CHEST.aside * tall) / step))
  const seen = new Uint8Array(cells.width * cells.height)
  for (let y = top; y < bottom; y++) seen.fill(1, y * cells.width + left, y * cells.width + right)
  const skin = skinCells(
    mesh.map((value) => value / step),
    cells,
  )
  const cast = Math.max(0, medianOn(cells.red, skin) - medianOn(cells.blue, skin) - SKIN_WARM)
  return plainShare(cells, seen, { least: LEAST_AREA * (tall / step) ** 2, cast }) ?? NaN
}

/**
 * Of the cells seen; null of fewer than `least`.
 * @param cast how much warmer than daylight the light is, see `WARM`
 */
function plainShare(
  cells: ColourCells,
  seen: Uint8Array,
  { least, cast }: { least: number; cast: number },
): number | null {
  const { light, red, blue } = cells
  const spread = spreadOf(light, cells)
  let [count, plain] = [0, 0]
  for (let cell = 0; cell < seen.length; cell++) {
    if (!seen[cell]) continue
    count++
    const [warm, tint] = [(red[cell] ?? 0) - (blue[cell] ?? 0), (red[cell] ?? 0) + (blue[cell] ?? 0)]
    const isQuiet = warm - cast < WARM && tint > TINTED[0] && tint < TINTED[1]
    if (isQuiet && (spread[cell] ?? 0) < PRINTED) plain++
  }
  return count < least ? null : plain / count
}

/** Standard deviation of the root of luminance about each cell; `light` is the luminance's ln. */
function spreadOf(light: Float32Array, { width, height }: Size): Float32Array {
  const around = (values: Float32Array) => boxMean({ width, height, data: values }, REACH_CELLS).data
  const mean = around(light.map((value) => Math.exp(value / 2)))
  const square = around(light.map(Math.exp))
  return square.map((value, cell) => Math.sqrt(Math.max(0, value - (mean[cell] ?? 0) ** 2)))
}
