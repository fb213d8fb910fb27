import { withRoom } from '#studio/kernels/kernels.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { expandIn } from './resize.ts'

/** `expandIn`, taken out of the kernels' memory. */
export function expand(cells: Plane, width: number, height: number, factor: number): Plane {
  return withRoom((room) => {
    const at = expandIn(room, cells, { width, height }, factor)
    return { width, height, data: room.takeFloats(at, width * height) }
  })
}
