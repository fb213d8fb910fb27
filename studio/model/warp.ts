import sharp from 'sharp'
import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Raster, Size } from '#studio/picture/raster.ts'
import { toSource } from '#studio/person/frame.ts'
import type { Frame } from '#studio/person/frame.ts'
import type { Correction } from './perspective.ts'

/** The cubic reaches two pixels; one more for rounding. */
const REACH = 3
/** Pixels that the cubic reads beyond the two it lies between, repeated at the picture's edge. */
const BORDER = { left: 1, top: 1, right: 2, bottom: 2 } as const

/** Shifts of the pixels of a box of the frame, x and y in turn, in source pixels. */
interface Moves extends Box {
  data: Float32Array
}

/**
 * The framed picture; pixels beyond the source repeat its edge and are 0 in `inside`.
 * @param correction of the face's perspective, in the frame's pixels
 */
export async function warp(
  source: Raster,
  frame: Frame,
  correction: Correction | null = null,
): Promise<{ raster: Raster; inside: Uint8Array }> {
  const scale = Math.hypot(frame.acrossX, frame.acrossY)
  // A proper low-pass where the frame shows the source smaller: the cubic only turns and shifts.
  const width = scale > 1.02 ? Math.max(1, Math.round(source.width / scale)) : source.width
  const height = scale > 1.02 ? Math.max(1, Math.round(source.height / scale)) : source.height
  const shrink = width / source.width
  const reduced = {
    ...frame,
    originX: (frame.originX + 0.5) * shrink - 0.5,
    originY: (frame.originY + 0.5) * shrink - 0.5,
    acrossX: frame.acrossX * shrink,
    acrossY: frame.acrossY * shrink,
  }
  const moves = movesOf(correction, reduced)
  const part = partSeen({ width, height }, reduced, moves)
  const { data } = source
  const bordered = await sharp(data, { raw: { width: source.width, height: source.height, channels: 3 } })
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
    .extract(part)
    .extend({ ...BORDER, extendWith: 'copy' })
    .raw()
    .toBuffer()
  return sample(bordered, part, reduced, moves)
}

function movesOf(correction: Correction | null, frame: Frame): Moves {
  const { acrossX, acrossY } = frame
  const left = Math.max(0, Math.ceil(correction?.left ?? 0))
  const top = Math.max(0, Math.ceil(correction?.top ?? 0))
  const width = Math.max(0, Math.min(frame.width - 1, Math.floor(correction?.right ?? -1)) - left + 1)
  const height = Math.max(0, Math.min(frame.height - 1, Math.floor(correction?.bottom ?? -1)) - top + 1)
  const data = new Float32Array(width * height * 2)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 2) {
      const shift = correction?.shiftAt(left + x, top + y) ?? { x: 0, y: 0 }
      data[to] = shift.x * acrossX - shift.y * acrossY
      data[to + 1] = shift.x * acrossY + shift.y * acrossX
    }
  }
  return { left, top, width, height, data }
}

function sample(bordered: Uint8Array, part: Box, frame: Frame, moves: Moves) {
  const { width, height, originX, originY, acrossX, acrossY } = frame
  return withRoom((room) => {
    const [out, inside] = [room.bytes(width * height * 3), room.bytes(width * height)]
    // In the order of the kernels' `Sampling`.
    const sampling = room.put(
      Int32Array.of(
        ...[room.put(bordered), part.width, part.height, width],
        ...[room.put(moves.data), moves.left, moves.top, moves.width, moves.height],
        ...[out, inside],
      ),
      Float32Array.of(originX - part.left, originY - part.top, acrossX, acrossY),
    )
    for (let y = 0; y < height; y++) kernels.warpRow(sampling, y)
    const data = room.takeBytes(out, width * height * 3)
    return { raster: { width, height, data }, inside: room.takeBytes(inside, width * height) }
  })
}

/** The part of the source that the frame shows, with the border it needs: sources may have many times its pixels. */
function partSeen(source: Size, frame: Frame, moves: Moves): Box {
  const [right, bottom] = [frame.width - 1, frame.height - 1]
  const corners = [0, right].flatMap((x) => [0, bottom].map((y) => toSource(frame, x, y)))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const most = moves.data.reduce((sum, move) => Math.max(sum, Math.abs(move)), 0)
  const edges = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1,
    bottom: Math.max(...ys) + 1,
  }
  return boxWithin(edges, REACH + most, source)
}
