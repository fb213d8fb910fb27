import { CHIN, eyeLine, vertex } from '#studio/person/landmarks.ts'
import { skinCells } from '#studio/person/skin.ts'
import { boxMean } from '#studio/planes/blur.ts'
import { medianOn } from '#studio/planes/rank.ts'
import { solidCells } from './colour-cells.ts'
import type { ColourCells, CutoutCells } from './colour-cells.ts'

/**
 * More than this are hands on the head. Calibrated on selfies of `s` and `expressions`: hands on the head .024 and .027,
 * others .006 at most; smooth golden hair .011.
 */
export const SKIN_BESIDE_MOST = 0.015

/** From the face's axis, in face heights: ears end within. */
const ASIDE = 0.62
const SOLID = 200
/** In ln of luminance and of channel ratios. */
const LIKE_SKIN = { light: 1.3, colour: 0.16 } as const
/** Mean steps of ln luminance about a cell: hair of the skin's colour is rougher than skin. */
const SMOOTH = 0.15
/** Cells to every side that are looked at for it. */
const ABOUT = 2

/** Columns of cells that do not cross the face. */
function columnsAside({ cells: { width, step }, mesh, faceHeight }: CutoutCells): number[] {
  const axis = eyeLine(mesh).middle.x / step
  const aside = (ASIDE * faceHeight) / step
  return Array.from({ length: width }, (_, x) => x).filter((x) => Math.abs(x - axis) >= aside)
}

/** Whether a cell has the colour of the face. */
function likeSkin({ cells, mesh }: CutoutCells): (cell: number) => boolean {
  const { step, light, red, blue } = cells
  const small = mesh.map((value) => value / step)
  const face = skinCells(small, cells)
  const own = { light: medianOn(light, face), red: medianOn(red, face), blue: medianOn(blue, face) }
  return (cell) =>
    Math.hypot((red[cell] ?? 0) - own.red, (blue[cell] ?? 0) - own.blue) < LIKE_SKIN.colour &&
    Math.abs((light[cell] ?? 0) - own.light) < LIKE_SKIN.light
}

/**
 * Area of the face's colour, and as smooth, beside the face, above the chin, in squared face heights: hands on the head,
 * arms.
 */
export function skinBeside(cutout: CutoutCells): number {
  const { cells, mesh, faceHeight } = cutout
  const { width, height, step } = cells
  const [solid, isSkin] = [solidCells(cutout, SOLID), likeSkin(cutout)]
  const rough = roughness(cells)
  const chin = Math.min(height, Math.ceil(vertex(mesh, CHIN).y / step))
  let count = 0
  for (const x of columnsAside(cutout))
    for (let cell = x; cell < chin * width; cell += width)
      if (solid[cell] && isSkin(cell) && (rough[cell] ?? 0) <= SMOOTH) count++
  return (count * step * step) / faceHeight ** 2
}

function roughness({ width, height, light }: ColourCells): Float32Array {
  const steps = new Float32Array(light.length)
  const step = (i: number, by: number) => (light[i + by] ?? 0) - (light[i - by] ?? 0)
  for (let i = width; i < steps.length - width; i++) steps[i] = Math.hypot(step(i, 1), step(i, width))
  return boxMean({ width, height, data: steps }, ABOUT).data
}
