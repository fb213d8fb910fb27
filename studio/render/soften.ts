import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import { gaussIn } from '#studio/planes/blur.ts'
import { reducedSize, reduceInto } from '#studio/planes/resize.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'

/**
 * The cells upwards by `factor` target pixels each (fractions too), smooth in value and slope: bilinear steps would show
 * as a lattice on wide gradients. Quadratic B-spline; adds a spread of half a cell. For kernels that draw it row by row.
 * @param width of the target
 */
export function splineIn(room: Room, cells: Plane, width: number, factor: number): Pointer {
  const spline = room.bytes(kernels.splineBytes(cells.width, width))
  kernels.prepareSpline(spline, room.put(cells.data), cells.width, cells.height, width, factor)
  return spline
}

/** All rows of `splineIn`. */
export function expandIn(room: Room, cells: Plane, { width, height }: Size, factor: number): Pointer {
  const target = room.floats(width * height)
  withRoom((inner) => {
    kernels.expand(splineIn(inner, cells, width, factor), target, height)
  })
  return target
}

/** Cells of this spread or more take a blur without showing their lattice. */
const LEAST_CELLS = 1.3

/** A copy of the plane under a Gaussian blur, sigma in pixels: a wide one on cells, in a tenth of the time. */
export function softenIn(room: Room, size: Size, plane: Pointer, sigma: number): Pointer {
  const factor = 2 ** Math.floor(Math.log2(Math.max(1, sigma / LEAST_CELLS)))
  if (factor === 1) return gaussIn(room, size, plane, sigma)
  const cells = reducedSize(size, factor)
  const count = cells.width * cells.height
  const small = room.floats(count)
  reduceInto(room, size, plane, factor, small)
  // Less the spread that cells and the spline bring.
  const soft = gaussIn(room, cells, small, Math.sqrt((sigma / factor) ** 2 - 1 / 3))
  return expandIn(room, { ...cells, data: room.takeFloats(soft, count) }, size, factor)
}
