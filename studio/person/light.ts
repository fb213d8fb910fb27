import { luminanceAt } from '#studio/picture/color.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { vertex } from './landmarks.ts'

/** FaceMesh vertices at the sides of the face, before the ears. */
const SIDES = [234, 454] as const
/** One pixel in so many is looked at: an odd number, so that they do not line up in columns. */
const STEP = 7
/** Light below which faces are too dark to compare. */
const LEAST = 0.002

/**
 * The light a selfie was taken in: ln(left half / right half) of the mean luminance of the skin on either side of the
 * middle between the ears; positive when the picture's left is brighter.
 * @param mesh FaceMesh in the raster's pixels
 * @param skin 1 on facial skin
 */
export function measureLight({ width, data }: Raster, mesh: Float32Array, skin: Float32Array) {
  const [one, other] = SIDES
  const middle = (vertex(mesh, one).x + vertex(mesh, other).x) / 2
  const sides = [
    { light: 0, count: 0 },
    { light: 0, count: 0 },
  ]
  for (let i = 0; i < skin.length; i += STEP) {
    const side = (skin[i] ?? 0) > 0.5 && sides[i % width < middle ? 0 : 1]
    if (!side) continue
    side.light += luminanceAt(data, 3 * i)
    side.count++
  }
  const [left = LEAST, right = LEAST] = sides.map(({ light, count }) =>
    Math.max(LEAST, light / Math.max(1, count)),
  )
  return { leftToRight: Math.log(left / right) }
}
