import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'

/** Area average by an integer factor; a partial last row or column is averaged over what exists. */
export function reduce(source: Plane, factor: number): Plane {
  const width = Math.ceil(source.width / factor)
  const height = Math.ceil(source.height / factor)
  return withRoom((room) => {
    const out = room.floats(width * height)
    const line = room.floats(source.width + 4)
    kernels.reduce(room.put(source.data), source.width, source.height, factor, out, line)
    return { width, height, data: room.takeFloats(out, width * height) }
  })
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
