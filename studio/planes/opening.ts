import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'
import { grown, wholeArea } from './areas.ts'
import type { Area } from './areas.ts'
import { createPlane } from './plane.ts'

/**
 * Grey opening: what is thinner than 2r+1 pixels disappears, what is wider keeps its value.
 * @param areas where it is wanted; 0 elsewhere
 */
export function opening(source: Plane, radius: number, areas: readonly Area[] = [wholeArea(source)]): Plane {
  const out = createPlane(source.width, source.height)
  withRoom((room) => {
    const plane = room.put(source.data)
    for (const area of areas) openArea(source, plane, radius, area, out.data)
  })
  return out
}

function openArea(size: Size, plane: Pointer, radius: number, area: Area, out: Float32Array): void {
  const [seen = area] = grown([area], 2 * radius, size)
  const { left, top } = seen
  const width = seen.right - left
  const height = seen.bottom - top
  withRoom((room) => {
    const padded = room.floats((width + 2 * radius) * (height + 2 * radius))
    const [low, high] = [room.floats(width * height), room.floats(width * height)]
    kernels.extremes(plane, size.width, left, top, width, height, radius, false, padded, low)
    kernels.extremes(low, width, 0, 0, width, height, radius, true, padded, high)
    const part = room.takeFloats(high, width * height)
    for (let y = area.top; y < area.bottom; y++) {
      const from = (y - top) * width + area.left - left
      out.set(part.subarray(from, from + area.right - area.left), y * size.width + area.left)
    }
  })
}
