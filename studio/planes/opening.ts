import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'

/** Grey opening: details thinner than 2r+1 pixels disappear, wider ones keep their value. */
export function opening({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const [low, high] = [room.floats(data.length), room.floats(data.length)]
    const line = room.floats(lineOf(width, radius))
    kernels.extremes(room.put(data), width, height, radius, 1, low, line)
    kernels.extremes(low, width, height, radius, -1, high, line)
    return { width, height, data: room.takeFloats(high, data.length) }
  })
}

/** Grey dilation: the greatest value within so many pixels each way. */
export function dilation({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const out = room.floats(data.length)
    kernels.extremes(room.put(data), width, height, radius, -1, out, room.floats(lineOf(width, radius)))
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}

/** Lowest and highest value within so many pixels each way. */
export function rangeOf(
  { width, height, data }: Plane,
  radius: number,
): { low: Float32Array; high: Float32Array } {
  return withRoom((room) => {
    const [source, out] = [room.put(data), room.floats(data.length)]
    const line = room.floats(lineOf(width, radius))
    const extremes = (sign: 1 | -1): Float32Array => {
      kernels.extremes(source, width, height, radius, sign, out, line)
      return room.takeFloats(out, data.length)
    }
    return { low: extremes(1), high: extremes(-1) }
  })
}

/** Values of a row of which `extremes` keeps a copy, with its border on both sides. */
function lineOf(width: number, radius: number): number {
  return width + 2 * radius + 8
}
