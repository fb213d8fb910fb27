import { smoothstep } from '#studio/matte/filters.ts'
import { LEFT_EYE, MOUTH, RIGHT_EYE, faceHeight, fillPolygon, outline } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/raster.ts'
import type { Picture } from './retouch.ts'
import { expand, softenCells } from './soften.ts'

/** Parts of the mesh as a soft map, filled at half the size. */
function softPolygons(
  picture: Picture,
  mesh: Float32Array,
  parts: readonly (readonly number[])[],
  sigma: number,
): Plane {
  const width = (picture.width + 1) >> 1
  const height = (picture.height + 1) >> 1
  const small = mesh.map((value) => value / 2)
  const data = new Float32Array(width * height)
  for (const part of parts) fillPolygon(data, width, height, outline(small, part), 1)
  return expand(softenCells({ width, height, data }, sigma / 2), picture.width, picture.height, 2)
}

/** Whites of the eyes and teeth, slightly: lighter and less yellow, where they are already light. */
export function brightenFeatures(picture: Picture, mesh: Float32Array): void {
  const [r, g, b] = picture.planes
  const sigma = faceHeight(mesh) * 0.004
  const eyes = softPolygons(picture, mesh, [RIGHT_EYE, LEFT_EYE], sigma)
  const mouth = softPolygons(picture, mesh, [MOUTH], sigma)
  for (let i = 0; i < r.length; i++) {
    const eye = eyes.data[i] ?? 0
    const tooth = mouth.data[i] ?? 0
    if (eye < 0.01 && tooth < 0.01) continue
    const luma = 0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)
    const high = Math.max(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)
    const pale =
      1 - smoothstep(0.18, 0.42, (high - Math.min(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)) / Math.max(0.05, high))
    const white = smoothstep(0.3, 0.6, luma) * pale
    const amount = white * Math.max(eye * 0.6, tooth * 0.8)
    const lift = amount * 0.06 * (1 - luma)
    r[i] = (r[i] ?? 0) + ((luma - (r[i] ?? 0)) * amount * 0.25 + lift)
    g[i] = (g[i] ?? 0) + ((luma - (g[i] ?? 0)) * amount * 0.25 + lift)
    b[i] = (b[i] ?? 0) + ((luma - (b[i] ?? 0)) * amount * 0.25 + lift)
  }
}
