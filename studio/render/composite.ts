import { fastCode } from '#studio/color.ts'
import { smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import type { Picture } from './retouch.ts'
import { expand, shrink, soften, softenCells } from './soften.ts'

export interface CompositeOrder {
  subject: Picture
  alpha: Plane
  /** Linear light on a reduced raster of the picture's shape. */
  backdrop: readonly [Plane, Plane, Plane]
  side: 'left' | 'right'
  wrap: number
  rim: number
  shadow: number
  /** Upper forehead to chin, pixels. */
  faceHeight: number
}

const SHADOW_HALVINGS = 3

/** Alpha moved away from the key and blurred: the subject's soft shadow, 0..1, on cells of 8 pixels. */
function shadowOf(alpha: Plane, side: 'left' | 'right', faceHeight: number): Plane {
  const factor = 2 ** SHADOW_HALVINGS
  const soft = softenCells(shrink(alpha, SHADOW_HALVINGS), (faceHeight * 0.24) / factor)
  const shiftX = Math.round(((side === 'left' ? 1 : -1) * faceHeight * 0.22) / factor)
  const shiftY = Math.round((faceHeight * 0.1) / factor)
  const { width, height } = soft
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const sy = Math.min(height - 1, Math.max(0, y - shiftY))
    for (let x = 0; x < width; x++) {
      const sx = Math.min(width - 1, Math.max(0, x - shiftX))
      data[y * width + x] = soft.data[sy * width + sx] ?? 0
    }
  }
  return { width, height, data }
}

/** The backdrop in code values at full size, with the subject's shadow on it. */
function ground(order: CompositeOrder): [Float32Array, Float32Array, Float32Array] {
  const { width, height } = order.subject
  const [first] = order.backdrop
  const factor = height / first.height
  const dim = new Float32Array(first.data.length).fill(1)
  if (order.shadow > 0) {
    const cells = shadowOf(order.alpha, order.side, order.faceHeight)
    const shadow = expand(cells, first.width, first.height, 2 ** SHADOW_HALVINGS / factor).data
    for (let i = 0; i < dim.length; i++) dim[i] = 1 - order.shadow * (shadow[i] ?? 0)
  }
  const full = (plane: Plane) => {
    const data = plane.data.map((light, i) => fastCode(light * (dim[i] ?? 1)))
    return expand({ ...plane, data }, width, height, factor).data
  }
  return [full(order.backdrop[0]), full(order.backdrop[1]), full(order.backdrop[2])]
}

/**
 * Puts the subject before the backdrop, in code values because the matte was estimated there.
 * Light from the backdrop wraps round the edge and, on dark sets, a rim light frees hair and shoulders.
 */
export function composite(order: CompositeOrder): Picture {
  const { subject, alpha } = order
  const { width, height } = subject
  const planes = ground(order)
  const [or, og, ob] = planes
  const [sr, sg, sb] = subject.planes
  const cover = soften(alpha, order.faceHeight * 0.035).data
  const rim = order.rim > 0 ? rimLight(order, cover) : null
  for (let i = 0; i < width * height; i++) {
    const a = alpha.data[i] ?? 0
    if (a <= 0) continue
    const [br, bg, bb] = [or[i] ?? 0, og[i] ?? 0, ob[i] ?? 0]
    let r = sr[i] ?? 0
    let g = sg[i] ?? 0
    let b = sb[i] ?? 0
    const spill = 0.8 * order.wrap * Math.min(1, (1 - (cover[i] ?? 0)) * 1.6)
    if (spill > 0.002) {
      r += spill * (br - r)
      g += spill * (bg - g)
      b += spill * (bb - b)
    }
    const light = rim?.[i] ?? 0
    if (light > 0) {
      r += light * (1 - r) * (0.35 + 0.65 * r)
      g += light * (1 - g) * (0.35 + 0.65 * g)
      b += light * (1 - b) * (0.38 + 0.65 * b)
    }
    or[i] = br + (r - br) * a
    og[i] = bg + (g - bg) * a
    ob[i] = bb + (b - bb) * a
  }
  return { width, height, planes }
}

/** The rim lamp stands behind, across from the key: only edges that face it catch light. */
function rimLight(order: CompositeOrder, cover: Float32Array): Float32Array {
  const { width, height, data } = order.alpha
  const edge = soften(order.alpha, order.faceHeight * 0.009).data
  const away = order.side === 'left' ? 1 : -1
  const step = Math.max(2, Math.round(order.faceHeight * 0.013))
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const open = 1 - (edge[i] ?? 0)
      if (open <= 0.01 || (data[i] ?? 0) <= 0) continue
      const left = cover[Math.max(y * width, i - step)] ?? 0
      const right = cover[Math.min(y * width + width - 1, i + step)] ?? 0
      const up = cover[Math.max(x, i - step * width)] ?? 0
      const down = cover[Math.min((height - 1) * width + x, i + step * width)] ?? 0
      const facing = smoothstep(0, 0.16, 0.75 * (left - right) * away + 0.65 * (down - up))
      out[i] = order.rim * facing * smoothstep(0.06, 0.4, open) * 0.35
    }
  }
  return out
}
