import { LINEAR_OF_BYTE, luminance } from '#studio/picture/color.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { faceHeight } from './landmarks.ts'

/** The light a selfie was taken in, read from the skin. */
export interface SelfieLight {
  /** ln(left half / right half) of the skin's mean luminance; positive when the picture's left is brighter. */
  leftToRight: number
}

const VERTICES = 468
/** FaceMesh vertices at the sides of the face, before the ears. */
const SIDES = [234, 454] as const
/** Light under which there is nothing to compare. */
const LEAST = 0.002

/**
 * Looks at the vertices of the mesh alone: there are as many on either side of a turned face.
 * @param mesh FaceMesh in the raster's pixels
 * @param skin 1 on facial skin
 */
export function measureLight(raster: Raster, mesh: Float32Array, skin: Float32Array): SelfieLight {
  const reach = Math.max(1, faceHeight(mesh) * 0.012)
  const [one, other] = SIDES
  const middle = ((mesh[one * 3] ?? 0) + (mesh[other * 3] ?? 0)) / 2
  const left: number[] = []
  const right: number[] = []
  for (let v = 0; v < VERTICES; v++) {
    const x = mesh[v * 3] ?? 0
    const light = luminanceNear(raster, skin, x, mesh[v * 3 + 1] ?? 0, reach)
    if (light !== null) (x < middle ? left : right).push(light)
  }
  return { leftToRight: Math.log(Math.max(LEAST, average(left)) / Math.max(LEAST, average(right))) }
}

function luminanceNear(
  raster: Raster,
  skin: Float32Array,
  x: number,
  y: number,
  reach: number,
): number | null {
  let sum = 0
  let count = 0
  let seen = 0
  for (let row = Math.round(y - reach); row <= y + reach; row++) {
    for (let column = Math.round(x - reach); column <= x + reach; column++) {
      seen++
      if (row < 0 || column < 0 || row >= raster.height || column >= raster.width) continue
      const i = row * raster.width + column
      if ((skin[i] ?? 0) < 0.5) continue
      sum += luminance(
        LINEAR_OF_BYTE[raster.data[i * 3] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 1] ?? 0] ?? 0,
        LINEAR_OF_BYTE[raster.data[i * 3 + 2] ?? 0] ?? 0,
      )
      count++
    }
  }
  return count > seen * 0.7 ? sum / count : null
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
