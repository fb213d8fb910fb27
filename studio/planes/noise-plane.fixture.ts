import type { Plane } from '#studio/picture/raster.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { createPlane } from './plane.ts'

/** The same noise between 0 and 1 each time. */
export function noisePlane(width: number, height: number): Plane {
  const random = createRandom(7)
  const plane = createPlane(width, height)
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = random()
  return plane
}
