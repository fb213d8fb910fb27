import { createRandom } from '#studio/scene/noise.ts'
import { soften } from './soften.ts'

const SIDE = 512
const MASK = SIDE - 1
/** Film and sensors after demosaicing: neighbours share a part of their noise. Pixels. */
const CLUMP = 0.62

/** Rows of film grain, mean 0, standard deviation 1; one tile that repeats, read from a place of its own per picture. */
export interface Grain {
  at: (x: number, y: number) => number
}

let tile: Float32Array | undefined

function grainTile(): Float32Array {
  if (tile) return tile
  const random = createRandom(0x6a17)
  const data = Float32Array.from({ length: SIDE * SIDE }, () => random() + random() + random() - 1.5)
  const clumped = soften({ width: SIDE, height: SIDE, data }, CLUMP).data
  const sigma = Math.sqrt(clumped.reduce((sum, value) => sum + value * value, 0) / clumped.length)
  tile = clumped.map((value) => value / sigma)
  return tile
}

export function grainFrom(seed: number): Grain {
  const values = grainTile()
  const right = seed & MASK
  const down = (seed >>> 9) & MASK
  return { at: (x, y) => values[(((y + down) & MASK) << 9) | ((x + right) & MASK)] ?? 0 }
}
