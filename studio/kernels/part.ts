import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { Pointer, Room } from './kernels.ts'

/**
 * Puts a part of a picture into the kernels' memory with a black border round it, one pixel before and above it and two
 * behind and below.
 */
export function putPart(room: Room, { width, data }: Raster, part: Box): Pointer {
  const stride = (part.width + 3) * 3
  const at = room.zeroBytes(stride * (part.height + 3))
  for (let y = 0; y < part.height; y++) {
    const from = ((part.top + y) * width + part.left) * 3
    room.write((at + (y + 1) * stride + 3) as Pointer, data.subarray(from, from + part.width * 3))
  }
  return at
}
