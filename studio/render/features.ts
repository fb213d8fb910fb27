import { smoothstep } from '#studio/matte/filters.ts'
import { LEFT_EYE, MOUTH, RIGHT_EYE, faceHeight, fillPolygon, outline } from '#studio/person/landmarks.ts'
import type { Plane } from '#studio/raster.ts'
import { boxWithin } from '#studio/box.ts'
import type { Box } from '#studio/box.ts'
import type { Picture } from './retouch.ts'
import { enlarged, rowOf, softenCells } from './soften.ts'

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
  const right = Math.min(width, left + 2 * half.width)
  const soft = enlarged(softPolygons(mesh, parts, half, sigma), right - left, 2)
  for (let y = top; y < Math.min(height, top + 2 * half.height); y++)
    brightenRow(planes, y * width + left, rowOf(soft, y - top), strength)
}

function brightenRow(
  [r, g, b]: Picture['planes'],
  from: number,
  share: Float32Array,
  strength: number,
): void {
  for (let x = 0, i = from; x < share.length; x++, i++) {
    if ((share[x] ?? 0) < 0.01) continue
    const red = r[i] ?? 0
    const green = g[i] ?? 0
    const blue = b[i] ?? 0
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue
    const high = Math.max(red, green, blue)
    const pale = 1 - smoothstep(0.18, 0.42, (high - Math.min(red, green, blue)) / Math.max(0.05, high))
    const amount = smoothstep(0.3, 0.6, luma) * pale * (share[x] ?? 0) * strength
    const lift = amount * 0.06 * (1 - luma)
    r[i] = red + (luma - red) * amount * 0.25 + lift
    g[i] = green + (luma - green) * amount * 0.25 + lift
    b[i] = blue + (luma - blue) * amount * 0.25 + lift
  }
}
