import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { blur, gaussIn } from '#studio/planes/blur.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { planeOf, sheetOf } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** Cells of this spread or more take a Gaussian without showing their lattice. */
const LEAST_CELLS = 1.3

/** Cells of `factor` by `factor` pixels; the last ones are means over what there is of them. */
export function shrinkIn(room: Room, { width, height, at }: Sheet, factor: number): Sheet {
  const across = Math.ceil(width / factor)
  const down = Math.ceil(height / factor)
  const cells = room.floats(across * down)
  withRoom((inner) => {
    kernels.reduce(at, width, height, factor, cells, inner.floats(width + 4))
  })
  return { width: across, height: down, at: cells }
}

/**
 * The cells upwards by `factor` target pixels each (fractions too), smooth in value and slope: bilinear steps would show
 * as a lattice on wide gradients. Quadratic B-spline; adds a spread of half a cell. For kernels that draw it row by row.
 * @param width of the target
 */
export function splineIn(
  room: Room,
  { width: across, height, at }: Sheet,
  width: number,
  factor: number,
): Pointer {
  const spline = room.bytes(kernels.splineBytes(across, width))
  kernels.prepareSpline(spline, at, across, height, width, factor)
  return spline
}

/** All rows of `splineIn`. */
export function expandSheetIn(room: Room, cells: Sheet, { width, height }: Size, factor: number): Pointer {
  const target = room.floats(width * height)
  withRoom((inner) => {
    kernels.expand(splineIn(inner, cells, width, factor), target, height)
  })
  return target
}

/** The same for cells outside the kernels' memory. */
export function expandIn(room: Room, cells: Plane, size: Size, factor: number): Pointer {
  return expandSheetIn(room, sheetOf(room, cells), size, factor)
}

/**
 * Gaussian blur, sigma in pixels. Spreads beyond two pixels run on a copy reduced until they are about a cell and a
 * half wide: a tenth of the time of the same blur at full size.
 */
export function softenIn(room: Room, sheet: Sheet, sigma: number): Pointer {
  const factor = 2 ** Math.floor(Math.log2(Math.max(1, sigma / LEAST_CELLS)))
  if (factor === 1) return gaussIn(room, sheet, sheet.at, sigma)
  const cells = shrinkIn(room, sheet, factor)
  return expandSheetIn(room, { ...cells, at: softenCellsIn(room, cells, sigma / factor) }, sheet, factor)
}

/** `softenIn`, out of the kernels' memory. */
export function soften(plane: Plane, sigma: number): Plane {
  return withRoom((room) => {
    const at = softenIn(room, sheetOf(room, plane), sigma)
    return planeOf(room, { ...plane, at })
  })
}

/** The blur of `soften` left on its cells, for a plane already reduced: less the spread that reducing and `expandIn` bring. */
export function softenCellsIn(room: Room, cells: Sheet, sigma: number): Pointer {
  const rest = Math.sqrt(Math.max(0.16, sigma * sigma - 1 / 3))
  return rest > 2.5 ? room.put(blur(planeOf(room, cells), rest).data) : gaussIn(room, cells, cells.at, rest)
}

/** `softenCellsIn`, out of the kernels' memory. */
export function softenCells(cells: Plane, sigma: number): Plane {
  return withRoom((room) => planeOf(room, { ...cells, at: softenCellsIn(room, sheetOf(room, cells), sigma) }))
}
