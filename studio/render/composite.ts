import { fastCode } from '#studio/color.ts'
import { smoothstep } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import type { Picture } from './retouch.ts'
import { enlarged, expand, rowOf, shrink, soften, softened, softenCells } from './soften.ts'
import type { Rows } from './soften.ts'

export interface CompositeOrder {
  /** Its planes become those of the result. */
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

/** The backdrop in code values at full size, row by row, with the subject's shadow on it. */
function ground(order: CompositeOrder): [Rows, Rows, Rows] {
  const { width, height } = order.subject
  const [first] = order.backdrop
  const factor = height / first.height
  const dim = new Float32Array(first.data.length).fill(1)
  if (order.shadow > 0) {
    const cells = shadowOf(order.alpha, order.side, order.faceHeight)
    const shadow = expand(cells, first.width, first.height, 2 ** SHADOW_HALVINGS / factor).data
    for (let i = 0; i < dim.length; i++) dim[i] = 1 - order.shadow * (shadow[i] ?? 0)
  }
  const full = (plane: Plane) => enlarged(codesOf(plane, dim), width, factor)
  return [full(order.backdrop[0]), full(order.backdrop[1]), full(order.backdrop[2])]
}

function codesOf({ width, height, data }: Plane, dim: Float32Array): Plane {
  const out = new Float32Array(data.length)
  for (let i = 0; i < out.length; i++) out[i] = fastCode((data[i] ?? 0) * (dim[i] ?? 1))
  return { width, height, data: out }
}

/**
 * Puts the subject before the backdrop, in code values because the matte was estimated there; in the subject's own
 * planes. Light from the backdrop wraps round the edge and, on dark sets, a rim light frees hair and shoulders.
 */
export function composite(order: CompositeOrder): Picture {
  const { subject, alpha } = order
  const back = ground(order)
  const cover = soften(alpha, order.faceHeight * 0.035)
  const rim = new Float32Array(subject.width)
  const edge = order.rim > 0 ? softened(alpha, order.faceHeight * 0.009) : null
  for (let y = 0; y < subject.height; y++) {
    if (edge) rimRow(order, cover, rowOf(edge, y), y, rim)
    composeRow(order, [rowOf(back[0], y), rowOf(back[1], y), rowOf(back[2], y)], cover, rim, y)
  }
  return subject
}

function composeRow(
  { subject, alpha, wrap }: CompositeOrder,
  [backR, backG, backB]: readonly [Float32Array, Float32Array, Float32Array],
  cover: Plane,
  rim: Float32Array,
  y: number,
): void {
  const { width, planes } = subject
  const [r, g, b] = planes
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const a = alpha.data[i] ?? 0
    const br = backR[x] ?? 0
    const bg = backG[x] ?? 0
    const bb = backB[x] ?? 0
    if (a <= 0) {
      r[i] = br
      g[i] = bg
      b[i] = bb
      continue
    }
    let sr = r[i] ?? 0
    let sg = g[i] ?? 0
    let sb = b[i] ?? 0
    const spill = 0.8 * wrap * Math.min(1, (1 - (cover.data[i] ?? 0)) * 1.6)
    if (spill > 0.002) {
      sr += spill * (br - sr)
      sg += spill * (bg - sg)
      sb += spill * (bb - sb)
    }
    const light = rim[x] ?? 0
    if (light > 0) {
      sr += light * (1 - sr) * (0.35 + 0.65 * sr)
      sg += light * (1 - sg) * (0.35 + 0.65 * sg)
      sb += light * (1 - sb) * (0.38 + 0.65 * sb)
    }
    r[i] = br + (sr - br) * a
    g[i] = bg + (sg - bg) * a
    b[i] = bb + (sb - bb) * a
  }
}

/** One row of rim light. The lamp stands behind, across from the key: only edges that face it catch light. */
function rimRow(order: CompositeOrder, cover: Plane, edge: Float32Array, y: number, out: Float32Array): void {
  const { width, height, data } = order.alpha
  const away = order.side === 'left' ? 1 : -1
  const step = Math.max(2, Math.round(order.faceHeight * 0.013))
  const row = y * width
  const above = Math.max(0, y - step) * width
  const below = Math.min(height - 1, y + step) * width
  out.fill(0)
  for (let x = 0; x < width; x++) {
    const open = 1 - (edge[x] ?? 0)
    if (open <= 0.01 || (data[row + x] ?? 0) <= 0) continue
    const left = cover.data[row + Math.max(0, x - step)] ?? 0
    const right = cover.data[row + Math.min(width - 1, x + step)] ?? 0
    const up = cover.data[above + x] ?? 0
    const down = cover.data[below + x] ?? 0
    const facing = smoothstep(0, 0.16, 0.75 * (left - right) * away + 0.65 * (down - up))
    out[x] = order.rim * facing * smoothstep(0.06, 0.4, open) * 0.35
  }
}
