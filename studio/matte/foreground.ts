import { kernels } from '#studio/kernels/kernels.ts'
import type { Pointer, Room } from '#studio/kernels/kernels.ts'
import type { Size } from '#studio/picture/raster.ts'
import { tilesOf } from '#studio/planes/areas.ts'

/** Float32 of a pixel's colours on either side, each red, green, blue and a spare. */
const PIXEL = 8
/** Pixels past the last one that kernels may read. */
const PAST_END = 4

/** A level of the estimate in the kernels' memory. */
interface Level extends Size {
  /** As the kernels' `Level`. */
  at: Pointer
}

function levelOf(room: Room, { width, height }: Size, matte: Pointer): Level {
  const tiles = room.bytes(tilesOf({ width, height }))
  const colours = room.floats((width * height + PAST_END) * PIXEL)
  return { width, height, at: room.put(Int32Array.of(width, height, colours, matte, tiles)) }
}

/** A level of one pixel, grey on either side. */
function greyLevel(room: Room): Level {
  const colours = room.put(new Float32Array(PIXEL).fill(0.5))
  return { width: 1, height: 1, at: room.put(Int32Array.of(1, 1, colours, 0, 0)) }
}

/** The finest level holds colours only near soft edges; elsewhere the one before goes on. */
export interface Estimate {
  finest: Pointer
  coarser: Pointer
}

/**
 * Colours of the subject behind its own soft edges, and of what was behind it
 * (Germer, Uelwer, Conrad, Harmeling: Fast Multi-Level Foreground Estimation, ICPR 2020).
 * Away from soft edges they are the picture's own, or nobody sees them.
 * @param guide planes red, green, blue 0..1, and @param alpha 0..1, in the kernels' memory
 */
export function estimateForeground(room: Room, guide: Pointer, alpha: Pointer, size: Size): Estimate {
  const steps = Math.ceil(Math.log2(Math.max(size.width, size.height)))
  const scratch = room.bytes(kernels.foregroundScratch(size.width))
  let coarser = greyLevel(room)
  for (let step = 0; ; step++) {
    const width = Math.max(1, Math.round(size.width ** (step / steps)))
    const height = Math.max(1, Math.round(size.height ** (step / steps)))
    const last = step === steps
    const level = levelOf(room, { width, height }, last ? alpha : room.floats(width * height))
    const rounds = Math.max(width, height) <= 32 ? 10 : 2
    kernels.solveLevel(level.at, coarser.at, guide, alpha, size.width, size.height, rounds, last, scratch)
    if (last) return { finest: level.at, coarser: coarser.at }
    coarser = level
  }
}
