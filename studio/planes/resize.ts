import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'

/** Size of a picture reduced by an integer factor; a partial last row or column counts as one. */
export function reducedSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) }
}

/** Area average by an integer factor; a partial last row or column is averaged over what exists. */
export function reduce(source: Plane, factor: number): Plane {
  const { width, height } = reducedSize(source, factor)
  return withRoom((room) => {
    const out = room.floats(width * height)
    reduceInto(room, source, room.put(source.data), factor, out)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
}

/** `reduce` within the kernels' memory. */
export function reduceInto(
  room: Room,
  { width, height }: Size,
  source: Pointer,
  factor: number,
  target: Pointer,
): void {
  kernels.reduce(source, width, height, factor, target, room.floats(width + 4))
}

/**
 * The cells upwards by `factor` target pixels each (fractions too), smooth in value and slope: bilinear steps would show
 * as a lattice on wide gradients. Quadratic B-spline; adds a spread of half a cell. For kernels that draw it row by row.
 * @param width of the target
 */
export function splineIn(room: Room, cells: Plane, width: number, factor: number, down = factor): Pointer {
  const spline = room.bytes(kernels.splineBytes(cells.width, width))
  kernels.prepareSpline(spline, room.put(cells.data), cells.width, cells.height, width, factor, down)
  return spline
}

/** All rows of `splineIn`. */
export function expandIn(
  room: Room,
  cells: Plane,
  { width, height }: Size,
  factor: number,
  down = factor,
): Pointer {
  const target = room.floats(width * height)
  withRoom((inner) => {
    kernels.expand(splineIn(inner, cells, width, factor, down), target, height)
  })
  return target
}

/** The plane at a larger size, or a mildly smaller one. */
export function enlarge(source: Plane, { width, height }: Size): Plane {
  if (width === source.width && height === source.height) return source
  return withRoom((room) => {
    const out = expandIn(room, source, { width, height }, width / source.width, height / source.height)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
}
