import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import { LEFT_EYE, MOUTH, RIGHT_EYE, faceHeight, fillPolygon, outline } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/raster.ts'
import { boxWithin } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import { ahead } from './sheet.ts'
import type { Picture } from './sheet.ts'
import { expandIn, softenCells } from './soften.ts'

/** Parts of the mesh filled with 1 in the box, both at half the size, with soft edges. */
function softPolygons(
  mesh: Float32Array,
  parts: readonly (readonly number[])[],
  { left, top, width, height }: Box,
  sigma: number,
): Plane {
  const data = new Float32Array(width * height)
  for (const part of parts) {
    const points = outline(mesh, part).map(({ x, y }) => ({ x: x / 2 - left, y: y / 2 - top }))
    fillPolygon(data, width, height, points, 1)
  }
  return softenCells({ width, height, data }, sigma / 2)
}

/** Eyes and teeth take this much of the correction. */
const STRENGTH = { eyes: 0.6, teeth: 0.8 } as const

/** Whites of the eyes and teeth, slightly: lighter and less yellow, where they are already light. */
export function brightenFeatures(picture: Picture, mesh: Float32Array): void {
  brighten(picture, mesh, [RIGHT_EYE, LEFT_EYE], STRENGTH.eyes)
  brighten(picture, mesh, [MOUTH], STRENGTH.teeth)
}

function brighten(
  { width, height, planes }: Picture,
  mesh: Float32Array,
  parts: readonly (readonly number[])[],
  strength: number,
): void {
  const sigma = faceHeight(mesh) * 0.004
  const points = parts.flatMap((part) => outline(mesh, part))
  const edges = {
    left: Math.min(...points.map(({ x }) => x / 2)),
    top: Math.min(...points.map(({ y }) => y / 2)),
    right: Math.max(...points.map(({ x }) => x / 2)),
    bottom: Math.max(...points.map(({ y }) => y / 2)),
  }
  const half = boxWithin(edges, 2 + 2 * sigma, { width: (width + 1) >> 1, height: (height + 1) >> 1 })
  const [left, top] = [2 * half.left, 2 * half.top]
  const box = {
    width: Math.min(width - left, 2 * half.width),
    height: Math.min(height - top, 2 * half.height),
  }
  const from = top * width + left
  const [r, g, b] = planes
  withRoom((room) => {
    const share = expandIn(room, softPolygons(mesh, parts, half, sigma), box, 2)
    const [red, green, blue] = [ahead(r, from), ahead(g, from), ahead(b, from)]
    kernels.brighten(red, green, blue, width, share, box.width, box.height, strength)
  })
}
