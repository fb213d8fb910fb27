import { fastCode } from '#studio/color.ts'
import { blur, enlarge, reduce, smoothstep } from '#studio/matte/filters.ts'
import type { Plane, Raster } from '#studio/raster.ts'
import { triangularTable } from '#studio/scene/noise.ts'
import type { Picture } from './retouch.ts'

export interface CompositeOrder {
  subject: Picture
  alpha: Plane
  /** Linear light. */
  backdrop: readonly [Plane, Plane, Plane]
  side: 'left' | 'right'
  wrap: number
  rim: number
  shadow: number
  /** Upper forehead to chin, pixels. */
  faceHeight: number
}

/** Alpha moved away from the key and blurred: the subject's soft shadow on the backdrop, 0..1. */
function shadowOf(alpha: Plane, side: 'left' | 'right', faceHeight: number): Plane {
  const factor = 8
  const small = reduce(alpha, factor)
  const soft = blur(small, (faceHeight * 0.24) / factor)
  const shiftX = Math.round(((side === 'left' ? 1 : -1) * faceHeight * 0.22) / factor)
  const shiftY = Math.round((faceHeight * 0.1) / factor)
  const moved = { width: small.width, height: small.height, data: new Float32Array(small.data.length) }
  for (let y = 0; y < small.height; y++) {
    const sy = Math.min(small.height - 1, Math.max(0, y - shiftY))
    for (let x = 0; x < small.width; x++) {
      const sx = Math.min(small.width - 1, Math.max(0, x - shiftX))
      moved.data[y * small.width + x] = soft.data[sy * small.width + sx] ?? 0
    }
  }
  return enlarge(moved, alpha.width, alpha.height)
}

/**
 * Puts the subject before the backdrop, in code values because the matte was estimated there.
 * Light from the backdrop wraps round the edge and, on dark sets, a rim light frees hair and shoulders.
 */
export function composite(order: CompositeOrder): Picture {
  const { subject, alpha, backdrop } = order
  const { width, height } = subject
  const reach = order.faceHeight * 0.035
  const open = blur({ width, height, data: alpha.data.map((a) => 1 - a) }, reach).data
  const edge = blur({ width, height, data: alpha.data.map((a) => 1 - a) }, order.faceHeight * 0.009).data
  const shadow = shadowOf(alpha, order.side, order.faceHeight).data
  const planes: Picture['planes'] = [
    new Float32Array(width * height),
    new Float32Array(width * height),
    new Float32Array(width * height),
  ]
  const [sr, sg, sb] = subject.planes
  const away = order.side === 'left' ? 1 : -1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const a = alpha.data[i] ?? 0
      const dim = 1 - order.shadow * (shadow[i] ?? 0)
      const br = fastCode((backdrop[0].data[i] ?? 0) * dim)
      const bg = fastCode((backdrop[1].data[i] ?? 0) * dim)
      const bb = fastCode((backdrop[2].data[i] ?? 0) * dim)
      if (a <= 0) {
        planes[0][i] = br
        planes[1][i] = bg
        planes[2][i] = bb
        continue
      }
      let r = sr[i] ?? 0
      let g = sg[i] ?? 0
      let b = sb[i] ?? 0
      const spill = order.wrap * Math.min(1, (open[i] ?? 0) * 1.6)
      if (spill > 0.002) {
        r += spill * (br - r) * 0.8
        g += spill * (bg - g) * 0.8
        b += spill * (bb - b) * 0.8
      }
      if (order.rim > 0 && (edge[i] ?? 0) > 0.01) {
        // The rim lamp stands behind, across from the key: only edges that face it catch light.
        const left = open[Math.max(y * width, i - 6)] ?? 0
        const right = open[Math.min(y * width + width - 1, i + 6)] ?? 0
        const up = open[Math.max(0, i - 6 * width)] ?? 0
        const down = open[Math.min(open.length - 1, i + 6 * width)] ?? 0
        const gx = (right - left) * away
        const gy = up - down
        const facing = smoothstep(0, 0.16, 0.75 * gx + 0.65 * gy)
        const light = order.rim * facing * smoothstep(0.06, 0.4, edge[i] ?? 0) * 0.35
        r += light * (1 - r) * (0.35 + 0.65 * r)
        g += light * (1 - g) * (0.35 + 0.65 * g)
        b += light * (1 - b) * (0.38 + 0.65 * b)
      }
      planes[0][i] = br + (r - br) * a
      planes[1][i] = bg + (g - bg) * a
      planes[2][i] = bb + (b - bb) * a
    }
  }
  return { width, height, planes }
}

export interface FinishOrder {
  contrast: number
  saturation: number
  warmth: number
  exposureEv: number
  vignette: number
  grain: number
  /** Unsharp mask: radius in pixels and share of the detail added. */
  sharpenSigma: number
  sharpenAmount: number
  seed: number
}

const NOISE_LENGTH = 1 << 16
const MASK = NOISE_LENGTH - 1

/** Code value → code value: exposure, then an S about middle grey with a soft shoulder. */
export function toneCurve(contrast: number, exposureEv: number): (value: number) => number {
  const gain = 2 ** (exposureEv / 2.2)
  const pivot = 0.46
  return (value) => {
    const x = Math.min(1, Math.max(0, value * gain))
    const s =
      x < pivot
        ? pivot * (x / pivot) ** (1 + contrast)
        : 1 - (1 - pivot) * ((1 - x) / (1 - pivot)) ** (1 + contrast * 0.8)
    // Paper white is left to catch-lights: nothing else may reach it.
    return s > 0.86 ? 0.86 + 0.125 * Math.tanh((s - 0.86) / 0.125) : s
  }
}

/** Vignette, grade, sharpening, shared grain, dither, 8 bits. */
export function finish(picture: Picture, order: FinishOrder): Raster {
  const { width, height, planes } = picture
  const [r, g, b] = planes
  const size = width * height
  const curve = toneCurve(order.contrast, order.exposureEv)
  const table = Float32Array.from({ length: 1026 }, (_, step) => curve(Math.min(1, step / 1024)))
  const graded = (value: number) => {
    const position = value <= 0 ? 0 : value >= 1 ? 1024 : value * 1024
    const step = position | 0
    return (table[step] ?? 0) + ((table[step + 1] ?? 0) - (table[step] ?? 0)) * (position - step)
  }
  const luma = new Float32Array(size)
  for (let i = 0; i < size; i++) luma[i] = 0.2126 * (r[i] ?? 0) + 0.7152 * (g[i] ?? 0) + 0.0722 * (b[i] ?? 0)
  const soft = blur({ width, height, data: luma }, order.sharpenSigma).data
  const noise = triangularTable(order.seed, NOISE_LENGTH)
  const out = new Uint8Array(size * 3)
  const warm = 1 + order.warmth
  const cool = 1 - order.warmth
  let cursor = order.seed % NOISE_LENGTH
  for (let y = 0; y < height; y++) {
    const dy = (y + 0.5) / height - 0.48
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const dx = (x + 0.5) / width - 0.5
      const corner = 1 - order.vignette * smoothstep(0.12, 0.62, dx * dx + dy * dy)
      const detail = (luma[i] ?? 0) - (soft[i] ?? 0)
      // Detail below the noise is not worth sharpening, hard edges need none.
      const weight = (Math.abs(detail) / (Math.abs(detail) + 0.008)) * (1 / (1 + Math.abs(detail) * 9))
      const crisp = order.sharpenAmount * detail * weight
      const base = luma[i] ?? 0
      const grainAt = base * (1 - base) * 2.8 + 0.35
      cursor = (cursor + 1) & MASK
      // √6 makes the table's spread one.
      const film = (noise[cursor] ?? 0) * 2.449 * order.grain * grainAt
      const to = i * 3
      const tone = graded((base + crisp) * corner)
      // Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange.
      const chroma = order.saturation * Math.min(1.04, Math.max(0.45, tone / Math.max(0.02, base)))
      const dither = noise[(cursor * 31 + 7) & MASK] ?? 0
      out[to] = byteOf(tone + film + ((r[i] ?? 0) * warm - base) * chroma, dither)
      if (order.saturation === 0) {
        out[to + 1] = out[to] ?? 0
        out[to + 2] = out[to] ?? 0
        continue
      }
      out[to + 1] = byteOf(tone + film + ((g[i] ?? 0) - base) * chroma, noise[(cursor * 17 + 3) & MASK] ?? 0)
      out[to + 2] = byteOf(
        tone + film + ((b[i] ?? 0) * cool - base) * chroma,
        noise[(cursor * 13 + 11) & MASK] ?? 0,
      )
    }
    // A new place in the table per row, or the grain would line up in stripes.
    cursor = (cursor + 12347 + y * 7919) & MASK
  }
  return { width, height, data: out }
}

function byteOf(value: number, dither: number): number {
  const level = value * 255 + dither + 0.5
  return level <= 0 ? 0 : level >= 255 ? 255 : level | 0
}
