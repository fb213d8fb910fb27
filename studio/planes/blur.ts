import { withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { grown, wholeArea } from './areas.ts'
import type { Area } from './areas.ts'
import { enlargeInto, reducedSize, reduceInto } from './resize.ts'
import { meansOver } from './windows.ts'

/** Mean over the (2r+1)² window of each pixel, in time independent of r; windows shrink at the borders. */
export function boxMean({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const out = room.floats(data.length)
    meansOver(room, { width, height, radius, areas: [wholeArea({ width, height })] }, room.put(data), out)
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}

/** Radii of three successive boxes whose variance is that of a Gaussian (Kovesi 2010). */
function boxRadii(sigma: number): [number, number, number] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let low = Math.floor(ideal)
  if (low % 2 === 0) low--
  const lows = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  const radius = (index: number) => ((index < lows ? low : low + 2) - 1) / 2
  return [radius(0), radius(1), radius(2)]
}

/** Gaussian blur by three boxes; sigma in pixels. Wide blurs run on a reduced copy. */
export function blur(source: Plane, sigma: number): Plane {
  const { width, height, data } = source
  return withRoom((room) => {
    const plane = room.put(data)
    blurWithin(source, plane, sigma)
    return { width, height, data: room.takeFloats(plane, data.length) }
  })
}

/**
 * `blur` in the kernels' memory, in place.
 * @param areas where a blur of up to 12 pixels is wanted, everywhere unless given; elsewhere the plane stays as it is
 */
export function blurWithin(
  { width, height }: Size,
  plane: Pointer,
  sigma: number,
  areas: readonly Area[] = [wholeArea({ width, height })],
): void {
  if (sigma > 12) {
    blurReduced({ width, height }, plane, sigma, sigma > 40 ? 8 : 4)
    return
  }
  const [a, b, c] = boxRadii(Math.max(0.6, sigma))
  withRoom((room) => {
    const [first, second] = [room.floats(width * height), room.floats(width * height)]
    const pass = (radius: number, from: Pointer, to: Pointer, beyond: number) =>
      meansOver(room, { width, height, radius, areas: grown(areas, beyond, { width, height }) }, from, to)
    pass(a, plane, first, b + c)
    pass(b, first, second, c)
    pass(c, second, plane, 0)
  })
}

function blurReduced(size: Size, plane: Pointer, sigma: number, factor: number): void {
  withRoom((room) => {
    const small = reducedSize(size, factor)
    const copy = room.floats(small.width * small.height)
    reduceInto(room, size, plane, factor, copy)
    blurWithin(small, copy, sigma / factor)
    enlargeInto(room, small, copy, size, factor, [wholeArea(size)], plane)
  })
}

/** How far a blur of this sigma, up to 12 pixels, carries a value. */
export function blurReach(sigma: number): number {
  return boxRadii(Math.max(0.6, sigma)).reduce((sum, radius) => sum + radius, 0)
}
