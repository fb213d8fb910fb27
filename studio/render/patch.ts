import { ahead, withRoom } from '#studio/kernels/kernels.ts'
import { fillPolygon } from '#studio/person/landmarks.ts'
import type { Point } from '#studio/person/landmarks.ts'
import type { Size } from '#studio/picture/raster.ts'
import { blur } from '#studio/planes/blur.ts'
import type { Picture } from './light.ts'

/** A part of a picture: code values 0..1. */
export interface Patch extends Size {
  r: Float32Array
  g: Float32Array
  b: Float32Array
}

export const lumaAt = ({ r, g, b }: Patch, i: number): number =>
  0.299 * (r[i] ?? 0) + 0.587 * (g[i] ?? 0) + 0.114 * (b[i] ?? 0)

/** A polygon of the picture on the patch, 0..1, its edge blurred by so many pixels. */
type Masked = (polygon: readonly Point[], soft: number) => Float32Array

/**
 * Lets `work` change the part of a picture that a polygon lies in.
 * @param work also gets the patch's first column and row in the picture
 */
export function onPatch(
  { width, height, planes }: Picture,
  polygon: readonly Point[],
  work: (patch: Patch, masked: Masked, corner: Point) => void,
): void {
  const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)]
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))]
  const across = Math.min(width, Math.ceil(Math.max(...xs))) - left
  const down = Math.min(height, Math.ceil(Math.max(...ys))) - top
  if (across < 4 || down < 4) return
  withRoom((room) => {
    const rows = Array.from({ length: down }, (_, row) => (top + row) * width + left)
    const parts = planes.map((plane) => {
      const part = new Float32Array(across * down)
      rows.forEach((from, row) => part.set(room.takeFloats(ahead(plane, from), across), row * across))
      return part
    })
    const [r, g, b] = parts
    if (!r || !g || !b) throw new RangeError('a picture has three planes')
    const masked: Masked = (shape, soft) => {
      const mask = new Float32Array(across * down)
      const moved = shape.map(({ x, y }) => ({ x: x - left, y: y - top }))
      fillPolygon(mask, across, down, moved, 1)
      return blur({ width: across, height: down, data: mask }, soft).data
    }
    work({ width: across, height: down, r, g, b }, masked, { x: left, y: top })
    parts.forEach((part, c) => {
      const plane = planes[c]
      if (plane === undefined) return
      rows.forEach((from, row) => {
        room.write(ahead(plane, from), part.subarray(row * across, (row + 1) * across))
      })
    })
  })
}
