import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'

/** Small fast generator with 32 bits of state (mulberry32); the same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  // Signed: larger numbers than int32 the engine would put on the heap, one at each step.
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** 32-bit FNV-1a of a string. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * Table of independent samples of a triangular distribution over -1..1 (variance 1/6): grain and dither
 * read it at a drifting offset instead of drawing a number per pixel.
 */
export function triangularTable(seed: number, length: number): Float32Array {
  const random = createRandom(seed)
  const table = new Float32Array(length)
  for (let i = 0; i < length; i++) table[i] = random() - random()
  return table
}

/** Smooth value noise about -1..1: octaves of a seeded lattice with quintic interpolation. */
export function fractalNoise(
  seed: number,
  width: number,
  height: number,
  cell: number,
  octaves: number,
): Float32Array {
  return withRoom((room) => {
    const out = room.zeros(width * height)
    let amplitude = 0.5
    let size = cell
    for (let octave = 0; octave < octaves && size >= 2; octave++) {
      addLattice(out, createRandom(seed + octave * 7919), { width, height }, size, amplitude)
      amplitude *= 0.5
      size /= 2
    }
    return room.takeFloats(out, width * height)
  })
}

function addLattice(
  out: Pointer,
  random: () => number,
  { width, height }: { width: number; height: number },
  size: number,
  amplitude: number,
): void {
  const columns = Math.ceil(width / size) + 2
  const rows = Math.ceil(height / size) + 2
  const lattice = new Float32Array(columns * rows)
  for (let i = 0; i < lattice.length; i++) lattice[i] = (random() * 2 - 1) * amplitude
  withRoom((room) => {
    const scratch = room.bytes(4 * (2 * width + columns + 16))
    kernels.addLattice(out, width, height, room.put(lattice), columns, size, scratch)
  })
}
