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

/** Bilinear resize upwards (or mildly downwards), pixel centres aligned. */
export function enlarge(source: Plane, width: number, height: number): Plane {
  return withRoom((room) => {
    const out = room.floats(width * height)
    enlargeInto(room, source, room.put(source.data), { width, height }, out)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
}

/**
 * `enlarge` within the kernels' memory.
 * @param times a plane of the target's size: the target grows by the product with it
 */
export function enlargeInto(
  room: Room,
  small: Size,
  source: Pointer,
  { width, height }: Size,
  target: Pointer,
  times: Pointer | 0 = 0,
): void {
  const [line, columns] = [room.floats(small.width + 4), room.floats(2 * width)]
  const [stepX, stepY] = [small.width / width, small.height / height]
  kernels.enlarge(
    source,
    small.width,
    small.height,
    target,
    width,
    height,
    stepX,
    stepY,
    times,
    line,
    columns,
  )
}
