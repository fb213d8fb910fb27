import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Plane, Size } from '#studio/picture/raster.ts'

/** A plane in the kernels' memory: planes of a picture's full size stay there, cells are copied in and out. */
export interface Sheet extends Size {
  at: Pointer
}

/** Three planes of sRGB code values 0..1 in the kernels' memory. */
export interface Picture extends Size {
  planes: readonly [Pointer, Pointer, Pointer]
}

export function sheetOf(room: Room, { width, height, data }: Plane): Sheet {
  return { width, height, at: room.put(data) }
}

export function planeOf(room: Room, { width, height, at }: Sheet): Plane {
  return { width, height, data: room.takeFloats(at, width * height) }
}
