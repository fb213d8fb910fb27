import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { createPlane } from './plane.ts'
import { rangesUpTo } from './ranges.ts'
import { expandIn, reducedSize, reduceInto } from './resize.ts'

/** Cells of this spread or more take a blur without showing their lattice. */
const LEAST_CELLS = 1.3
/** Spreads from the middle at which the kernel ends. */
const CUT = 2.5
/** Sigma below which the plane stays unchanged, pixels. */
const NARROWEST = 0.1

/** Mean over the (2r+1)² window of each pixel; windows shrink at the borders. */
export function boxMean({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const out = room.floats(data.length)
    const rows = room.put(rangesUpTo(0, createPlane(width, height)))
    const line = room.floats(width + 2 * radius + 8)
    kernels.windowMeans(room.put(data), out, width, height, radius, rows, line)
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}

/** Gaussian blur, sigma in pixels. */
export function blur({ width, height, data }: Plane, sigma: number): Plane {
  return withRoom((room) => {
    const out = softenIn(room, { width, height }, room.put(data), sigma)
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}

/** `blur` within the kernels' memory, a new plane: a wide one on cells, in a tenth of the time. */
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

/** Gaussian by its own kernel, for spreads of a few pixels; the border repeats. A new plane. */
export function gaussIn(room: Room, { width, height }: Size, source: Pointer, sigma: number): Pointer {
  const reach = Math.ceil(CUT * sigma)
  const spread = Math.max(NARROWEST, sigma)
  const weights = Float32Array.from({ length: reach + 1 }, (_, k) => Math.exp(-((k / spread) ** 2) / 2))
  const sum = weights.reduce((total, value, k) => total + (k === 0 ? value : 2 * value), 0)
  const target = room.floats(width * height)
  withRoom((inner) => {
    const line = inner.floats(width + 2 * reach + 16)
    kernels.gauss(source, width, height, inner.put(weights.map((value) => value / sum)), reach, target, line)
  })
  return target
}
