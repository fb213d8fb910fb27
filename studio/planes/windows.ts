import { kernels } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Size } from '#studio/picture/raster.ts'
import { areaTable } from './areas.ts'
import type { Area } from './areas.ts'

/** Windows of (2r+1)² pixels round each pixel of some areas; they shrink at the picture's borders. */
export interface Windows extends Size {
  radius: number
  areas: readonly Area[]
}

/** Mean over each window, in the kernels' memory; `target` is not `source` and stays as it is outside the areas. */
export function meansOver(
  room: Room,
  { width, height, radius, areas }: Windows,
  source: Pointer,
  target: Pointer,
): void {
  kernels.windowMeans(
    source,
    target,
    width,
    height,
    radius,
    room.put(areaTable(areas)),
    areas.length,
    room.bytes(kernels.windowScratch(width, radius)),
  )
}
