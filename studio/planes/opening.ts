import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'

/** Grey opening: details thinner than 2r+1 pixels disappear, wider ones keep their value. */
export function opening({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const [low, high] = [room.floats(data.length), room.floats(data.length)]
    const line = room.floats(width + 2 * radius + 8)
    kernels.extremes(room.put(data), width, height, radius, 1, low, line)
    kernels.extremes(low, width, height, radius, -1, high, line)
    return { width, height, data: room.takeFloats(high, data.length) }
  })
}

/** Grey dilation: the greatest value within so many pixels each way. */
export function dilation({ width, height, data }: Plane, radius: number): Plane {
  return withRoom((room) => {
    const out = room.floats(data.length)
    kernels.extremes(room.put(data), width, height, radius, -1, out, room.floats(width + 2 * radius + 8))
    return { width, height, data: room.takeFloats(out, data.length) }
  })
}
