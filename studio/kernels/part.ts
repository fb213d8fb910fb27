import type { Box } from '#studio/picture/box.ts'
import type { Raster } from '#studio/picture/raster.ts'
import type { Pointer, Room } from './kernels.ts'

/**
 * Puts a part of a picture into the kernels' memory with a border round it, one pixel before and above it and two behind
 * and below: black, or its outermost pixels again.
 */
export function putPart(
  room: Room,
  { width, data }: Raster,
  part: Box,
  border: 'black' | 'repeated',
): Pointer {
  const stride = (part.width + 3) * 3
  const at = room.zeroBytes(stride * (part.height + 3))
  for (let y = -1; y < part.height + 2; y++) {
    const row = Math.min(part.height - 1, Math.max(0, y))
    if (border === 'black' && row !== y) continue
    const from = ((part.top + row) * width + part.left) * 3
    const pixels = data.subarray(from, from + part.width * 3)
    const to = at + (y + 1) * stride
    room.write((to + 3) as Pointer, pixels)
    if (border === 'black') continue
    const last = pixels.subarray(-3)
    room.write(to as Pointer, pixels.subarray(0, 3))
    room.write((to + stride - 6) as Pointer, last)
    room.write((to + stride - 3) as Pointer, last)
  }
  return at
}
