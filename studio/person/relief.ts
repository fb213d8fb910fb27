import { blur } from '#studio/planes/blur.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { Size } from '#studio/picture/raster.ts'

/** Cells over a part of a picture. */
export interface Grid extends Size {
  left: number
  top: number
  /** Pixels. */
  cell: number
}

/** Vertices of a FaceMesh without irises. */
const VERTICES = 468
/** What the vertices farther off say, of what those near by do: between brow and hairline there may be none near enough. */
const FAR_SAY = 0.02
/** Below this total weight the vertices give no value. */
const LEAST_WEIGHT = 1e-6

/**
 * Depth of a mesh beyond `zero` at every cell, in the mesh's pixels, less towards the lens: its vertices spread by Gaussian
 * splats; 0 far from all of them.
 * @param sigma cells
 */
export function reliefOf(mesh: Float32Array, grid: Grid, sigma: number, zero: number): Float32Array {
  const { left, top, cell, width, height } = grid
  const sum = createPlane(width, height)
  const weight = createPlane(width, height)
  for (let at = 0; at < 3 * VERTICES; at += 3) {
    const column = Math.floor(((mesh[at] ?? 0) - left) / cell)
    const row = Math.floor(((mesh[at + 1] ?? 0) - top) / cell)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const i = row * width + column
    sum.data[i] = (sum.data[i] ?? 0) + (mesh[at + 2] ?? 0) - zero
    weight.data[i] = (weight.data[i] ?? 0) + 1
  }
  const [near, weights] = [blur(sum, sigma).data, blur(weight, sigma).data]
  const [far, farWeights] = [blur(sum, sigma * 3).data, blur(weight, sigma * 3).data]
  return near.map(
    (depth, i) =>
      (depth + FAR_SAY * (far[i] ?? 0)) / ((weights[i] ?? 0) + FAR_SAY * (farWeights[i] ?? 0) + LEAST_WEIGHT),
  )
}
