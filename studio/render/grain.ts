import { createRandom } from '#studio/scene/noise.ts'
import { soften } from './soften.ts'

/** Of the tile, pixels. */
export const GRAIN_SIDE = 512
/** Film and sensors after demosaicing: neighbours share a part of their noise. Pixels. */
const CLUMP = 0.62

let tile: Float32Array | undefined

function grainTile(): Float32Array {
  if (tile) return tile
  const random = createRandom(0x6a17)
  const data = new Float32Array(GRAIN_SIDE * GRAIN_SIDE)
  for (let i = 0; i < data.length; i++) data[i] = random() + random() + random() - 1.5
  const clumped = soften({ width: GRAIN_SIDE, height: GRAIN_SIDE, data }, CLUMP).data
  let squares = 0
  for (const value of clumped) squares += value * value
  const sigma = Math.sqrt(squares / clumped.length)
  for (let i = 0; i < clumped.length; i++) clumped[i] = (clumped[i] ?? 0) / sigma
  tile = clumped
  return tile
}

/**
 * Film grain, mean 0, standard deviation 1: a tile that repeats in both directions, and the place in it where a picture
 * begins.
 */
export function grainOf(seed: number): { tile: Float32Array; left: number; top: number } {
  return { tile: grainTile(), left: seed & (GRAIN_SIDE - 1), top: (seed >>> 9) & (GRAIN_SIDE - 1) }
}
