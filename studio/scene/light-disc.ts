import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { Plane } from '#studio/picture/raster.ts'

/** Half the width of a head with its ears and hair over crown to chin. */
const HEAD_HALF_WIDTH = 0.44
/** Beside the head a disc comes to its full light over this distance, picture heights. */
const CLEARANCE = 0.14
/** What the discs at the head's outline keep of their light. */
const LEFT_AT_HEAD = 0.08
/** Of a disc's radius over which its edge fades: glass is not corrected to the wavelength. */
const SOFT_EDGE = 0.16
/** How far the barrel's rim is off the opening's, of the radius per picture height off the axis. */
const CAT_EYE = 0.9

interface Disc {
  x: number
  y: number
  radius: number
}

/** Middle between the eyes and crown to chin, picture heights. */
export interface Head {
  x: number
  y: number
  share: number
}

/**
 * Share of its light that a disc keeps near the head: a disc cut by the head looks like a part of it, an ear-ring or
 * a growth, so discs fade towards the outline.
 */
export function clearOf(head: Head, at: Disc): number {
  const wide = head.share * HEAD_HALF_WIDTH
  const tall = head.share / 2
  const gap = (Math.hypot((at.x - head.x) / wide, (at.y - head.y) / tall) - 1) * wide - at.radius
  return LEFT_AT_HEAD + (1 - LEFT_AT_HEAD) * smoothstep(0, CLEARANCE, gap)
}

/**
 * Light from one point, out of focus: the image of the lens opening, a little brighter towards its edge, as glass
 * that is not perfectly corrected shows. Added, not covering. Place and radius in picture heights.
 */
export function lightDisc(planes: readonly Plane[], at: Disc, light: readonly number[], head: Head): void {
  const { width = 0, height: unit = 0 } = planes[0] ?? {}
  const [x, y, radius] = [at.x * unit, at.y * unit, at.radius * unit]
  if (x < -radius || y < -radius || x > width + radius || y > unit + radius) return
  const share = clearOf(head, at)
  // Towards the corners the barrel cuts the opening to a lens shape.
  const cutX = x - (x / unit - width / unit / 2) * radius * CAT_EYE
  const cutY = y - (y / unit - 0.5) * radius * CAT_EYE
  const soft = Math.max(1, radius * SOFT_EDGE)
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(unit - 1, y + radius); row++) {
    const right = Math.min(width - 1, x + radius)
    for (let column = Math.max(0, Math.floor(x - radius)); column <= right; column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const other = Math.hypot(column + 0.5 - cutX, row + 0.5 - cutY)
      const edge = smoothstep(-0.5, soft, Math.min(radius - distance, radius * 1.06 - other))
      const here = share * edge * (0.84 + 0.24 * (distance / radius) ** 4)
      planes.forEach(({ data }, c) => {
        const i = row * width + column
        data[i] = (data[i] ?? 0) + (light[c] ?? 0) * here
      })
    }
  }
}
