import { createRandom } from '#studio/scene/noise.ts'
import { soften } from './soften.ts'

const SIDE = 512
/** Of a pixel's column, to find it in a row of grain. */
export const GRAIN_MASK = SIDE - 1
/** Film and sensors after demosaicing: neighbours share a part of their noise. Pixels. */
const CLUMP = 0.62

let tile: Float32Array | undefined

function grainTile(): Float32Array {
  if (tile) return tile
  const random = createRandom(0x6a17)
  const data = Float32Array.from({ length: SIDE * SIDE }, () => random() + random() + random() - 1.5)
  const clumped = soften({ width: SIDE, height: SIDE, data }, CLUMP).data
  let squares = 0
  for (const value of clumped) squares += value * value
  const sigma = Math.sqrt(squares / clumped.length)
  for (let i = 0; i < clumped.length; i++) clumped[i] = (clumped[i] ?? 0) / sigma
  tile = clumped
  return tile
}

/**
 * One row of film grain, mean 0, standard deviation 1: of a tile that repeats in both directions, read from a place of
 * its own per picture. `GRAIN_MASK` finds a column in it.
 */
export function grainRow(seed: number, y: number): Float32Array {
  const values = grainTile()
  const from = ((y + (seed >>> 9)) & GRAIN_MASK) * SIDE
  const right = seed & GRAIN_MASK
  const row = new Float32Array(SIDE)
  row.set(values.subarray(from + right, from + SIDE))
  row.set(values.subarray(from, from + right), SIDE - right)
  return row
}
