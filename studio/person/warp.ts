import sharp from 'sharp'
import { boxWithin } from '#studio/picture/box.ts'
import type { Box } from '#studio/picture/box.ts'
import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { putPart } from '#studio/kernels/part.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { toSource } from './frame.ts'
import type { Frame } from './frame.ts'
import type { Correction } from './perspective.ts'

/** Phases between samples 1 and 2 that have weights of their own: finer steps change no code value. */
const PHASES = 256
/** Per phase the Catmull-Rom weights of four pixels, thrice each as their channels lie. */
const WEIGHTS = Float32Array.from(
  Array.from({ length: PHASES }, (_, phase) =>
    catmullRom(phase / PHASES).flatMap((weight) => [weight, weight, weight]),
  ).flat(),
)

function catmullRom(t: number): [number, number, number, number] {
  const t2 = t * t
  const t3 = t2 * t
  return [
    -0.5 * t3 + t2 - 0.5 * t,
    1.5 * t3 - 2.5 * t2 + 1,
    -1.5 * t3 + 2 * t2 + 0.5 * t,
    0.5 * t3 - 0.5 * t2,
  ]
}

/** The cubic reaches two pixels; one more for rounding. */
const REACH = 3

/** How far the pixels of a box of the frame lie from where they would, x and y in turn, in source pixels. */
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
  const { raster: reduced, shrink } = await reducedFor(frame, source)
  const onReduced = {
    ...frame,
    originX: (frame.originX + 0.5) * shrink - 0.5,
    originY: (frame.originY + 0.5) * shrink - 0.5,
    acrossX: frame.acrossX * shrink,
    acrossY: frame.acrossY * shrink,
  }
  return sample(reduced, onReduced, movesOf(correction, onReduced))
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

function sample(source: Raster, frame: Frame, moves: Moves) {
  const { width, height, originX, originY, acrossX, acrossY } = frame
  const part = partSeen(source, frame, moves)
  return withRoom((room) => {
    const out = room.bytes(width * height * 3)
    const inside = room.bytes(width * height)
    const seen = putPart(room, source, part, 'repeated')
    // In the order of the kernels' `Sampling`.
    const sampling = room.put(
      Int32Array.of(
        seen,
        part.width,
        part.height,
        width,
        room.put(moves.data),
        moves.left,
        moves.top,
        moves.width,
        moves.height,
        room.put(WEIGHTS),
        out,
        inside,
      ),
      Float32Array.of(originX - part.left, originY - part.top, acrossX, acrossY),
    )
    for (let y = 0; y < height; y++) kernels.warpRow(sampling, y)
    const data = room.takeBytes(out, width * height * 3)
    return { raster: { width, height, data }, inside: room.takeBytes(inside, width * height) }
  })
}

/** What of the source the frame shows, and needs beside it: sources may have many times its pixels. */
function partSeen(source: Raster, frame: Frame, moves: Moves): Box {
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

/** The source with a proper low-pass where the frame shows it smaller: the cubic only turns and shifts. */
async function reducedFor(frame: Frame, source: Raster): Promise<{ raster: Raster; shrink: number }> {
  const scale = Math.hypot(frame.acrossX, frame.acrossY)
  if (scale <= 1.02) return { raster: source, shrink: 1 }
  const { width, height } = source
  const { data, info } = await sharp(source.data, { raw: { width, height, channels: 3 } })
    .resize(Math.max(1, Math.round(width / scale)), Math.max(1, Math.round(height / scale)), {
      kernel: 'lanczos3',
      fit: 'fill',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { raster: { width: info.width, height: info.height, data }, shrink: info.width / width }
}
