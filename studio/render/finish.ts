import { smoothstep } from '#studio/matte/filters.ts'
import type { Raster } from '#studio/raster.ts'
import { triangularTable } from '#studio/scene/noise.ts'
import { grainFrom } from './grain.ts'
import type { Picture } from './retouch.ts'
import { soften } from './soften.ts'

export interface GradeOrder {
  contrast: number
  saturation: number
  warmth: number
  exposureEv: number
}

export interface FinishOrder extends GradeOrder {
  vignette: number
  /** Standard deviation of the grain in the mid-tones, code values 0..1. */
  grain: number
  /** Unsharp mask: radius in pixels and share of the detail added. */
  sharpenSigma: number
  sharpenAmount: number
  seed: number
}

const NOISE_LENGTH = 1 << 16
const MASK = NOISE_LENGTH - 1
const CURVE_STEPS = 1024

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

/** The tone curve by table; what lies outside 0..1 is clamped. */
function curveTable(order: GradeOrder): (value: number) => number {
  const curve = toneCurve(order.contrast, order.exposureEv)
  const table = Float32Array.from({ length: CURVE_STEPS + 2 }, (_, step) =>
    curve(Math.min(1, step / CURVE_STEPS)),
  )
  return (value) => {
    const position = value <= 0 ? 0 : value >= 1 ? CURVE_STEPS : value * CURVE_STEPS
    const step = position | 0
    const low = table[step] ?? 0
    return low + ((table[step + 1] ?? 0) - low) * (position - step)
  }
}

const lumaOf = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange. */
function chromaShare(saturation: number, tone: number, base: number): number {
  return saturation * Math.min(1.04, Math.max(0.45, tone / Math.max(0.02, base)))
}

/** The grade of one colour in code values, in place: what `finish` does to it away from edges and corners. */
export function createGrade(order: GradeOrder): (rgb: [number, number, number]) => void {
  const graded = curveTable(order)
  return (rgb) => {
    const base = lumaOf(...rgb)
    const tone = graded(base)
    const chroma = chromaShare(order.saturation, tone, base)
    rgb[0] = tone + (rgb[0] * (1 + order.warmth) - base) * chroma
    rgb[1] = tone + (rgb[1] - base) * chroma
    rgb[2] = tone + (rgb[2] * (1 - order.warmth) - base) * chroma
  }
}

/** Vignette, grade, sharpening, the one grain over subject and ground, dither, 8 bits. */
export function finish(picture: Picture, order: FinishOrder): Raster {
  const { width, height, planes } = picture
  const [r, g, b] = planes
  const size = width * height
  const graded = curveTable(order)
  const luma = new Float32Array(size)
  for (let i = 0; i < size; i++) luma[i] = lumaOf(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)
  const soft = soften({ width, height, data: luma }, order.sharpenSigma).data
  const noise = triangularTable(order.seed, NOISE_LENGTH)
  const grain = grainFrom(order.seed)
  const out = new Uint8Array(size * 3)
  const warm = 1 + order.warmth
  const cool = 1 - order.warmth
  const grey = order.saturation === 0
  let cursor = order.seed % NOISE_LENGTH
  for (let y = 0; y < height; y++) {
    const dy = (y + 0.5) / height - 0.48
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const dx = (x + 0.5) / width - 0.5
      const off = dx * dx + dy * dy
      const corner = off <= 0.12 ? 1 : 1 - order.vignette * smoothstep(0.12, 0.62, off)
      const base = luma[i] ?? 0
      const detail = base - (soft[i] ?? 0)
      // Detail below the noise is not worth sharpening, hard edges need none.
      const size = detail < 0 ? -detail : detail
      const crisp = (order.sharpenAmount * detail * size) / ((size + 0.008) * (1 + size * 9))
      // Grain lives in the mid-tones; paper white and black hold little of it.
      const film = grain.at(x, y) * order.grain * (base * (1 - base) * 2.8 + 0.35)
      const tone = graded((base + crisp) * corner)
      cursor = (cursor + 1) & MASK
      const to = i * 3
      const chroma = chromaShare(order.saturation, tone, base)
      out[to] = byteOf(tone + film + ((r[i] ?? 0) * warm - base) * chroma, noise[cursor] ?? 0)
      if (grey) {
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
    // A new place in the table per row, or the dither would line up in stripes.
    cursor = (cursor + 12347 + y * 7919) & MASK
  }
  return { width, height, data: out }
}

function byteOf(value: number, dither: number): number {
  const level = value * 255 + dither + 0.5
  return level <= 0 ? 0 : level >= 255 ? 255 : level | 0
}
