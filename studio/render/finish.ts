import { smoothstep } from '#studio/matte/filters.ts'
import type { Raster } from '#studio/raster.ts'
import { triangularTable } from '#studio/scene/noise.ts'
import { GRAIN_MASK, grainRow } from './grain.ts'
import type { Picture } from './retouch.ts'
import { rowOf, softened } from './soften.ts'

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

/** A grade with its tone curve by table. */
export interface Grade extends GradeOrder {
  curve: Float32Array
}

export function createGrade(order: GradeOrder): Grade {
  const curveOf = toneCurve(order.contrast, order.exposureEv)
  const curve = new Float32Array(CURVE_STEPS + 2)
  for (let step = 0; step < curve.length; step++) curve[step] = curveOf(Math.min(1, step / CURVE_STEPS))
  return { ...order, curve }
}

/** What lies outside 0..1 is clamped. */
function toneOf(curve: Float32Array, value: number): number {
  const position = value <= 0 ? 0 : value >= 1 ? CURVE_STEPS : value * CURVE_STEPS
  const step = position | 0
  const low = curve[step] ?? 0
  return low + ((curve[step + 1] ?? 0) - low) * (position - step)
}

const lumaOf = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange. */
function chromaShare(saturation: number, tone: number, base: number): number {
  return saturation * Math.min(1.04, Math.max(0.45, tone / Math.max(0.02, base)))
}

/** The grade of colours in code values, triples in place: what `finish` does to them away from edges and corners. */
export function gradeColours({ curve, saturation, warmth }: Grade, rgb: Float32Array): void {
  for (let at = 0; at < rgb.length; at += 3) {
    const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0]
    const base = lumaOf(r, g, b)
    const tone = toneOf(curve, base)
    const chroma = chromaShare(saturation, tone, base)
    rgb[at] = tone + (r * (1 + warmth) - base) * chroma
    rgb[at + 1] = tone + (g - base) * chroma
    rgb[at + 2] = tone + (b * (1 - warmth) - base) * chroma
  }
}

/** What every row is finished with. */
interface Finishing {
  picture: Picture
  order: FinishOrder
  grade: Grade
  luma: Float32Array
  dither: Float32Array
  out: Uint8Array
}

/** Vignette, grade, sharpening, the one grain over subject and ground, dither, 8 bits. */
export function finish(picture: Picture, order: FinishOrder): Raster {
  const { width, height, planes } = picture
  const luma = new Float32Array(width * height)
  for (let y = 0; y < height; y++) lumaRow(planes, y * width, width, luma)
  const out = new Uint8Array(width * height * 3)
  const dither = triangularTable(order.seed, NOISE_LENGTH)
  const finishing = { picture, order, grade: createGrade(order), luma, dither, out }
  const soft = softened({ width, height, data: luma }, order.sharpenSigma)
  let cursor = order.seed % NOISE_LENGTH
  for (let y = 0; y < height; y++) {
    finishRow(finishing, y, rowOf(soft, y), grainRow(order.seed, y), cursor)
    // A new place in the table per row, or the dither would line up in stripes.
    cursor = (cursor + width + 12347 + y * 7919) & MASK
  }
  return { width, height, data: out }
}

function lumaRow([r, g, b]: Picture['planes'], from: number, width: number, out: Float32Array): void {
  for (let i = from; i < from + width; i++) out[i] = lumaOf(r[i] ?? 0, g[i] ?? 0, b[i] ?? 0)
}

function finishRow(
  { picture, order, grade, luma, dither, out }: Finishing,
  y: number,
  soft: Float32Array,
  grain: Float32Array,
  cursor: number,
): void {
  const { width, height, planes } = picture
  const [r, g, b] = planes
  const { saturation, sharpenAmount } = order
  const warm = 1 + order.warmth
  const cool = 1 - order.warmth
  const dy = (y + 0.5) / height - 0.48
  for (let x = 0, i = y * width, to = i * 3; x < width; x++, i++, to += 3) {
    const dx = (x + 0.5) / width - 0.5
    const off = dx * dx + dy * dy
    const corner = off <= 0.12 ? 1 : 1 - order.vignette * smoothstep(0.12, 0.62, off)
    const base = luma[i] ?? 0
    const detail = base - (soft[x] ?? 0)
    // Detail below the noise is not worth sharpening, hard edges need none.
    const size = detail < 0 ? -detail : detail
    const crisp = (sharpenAmount * detail * size) / ((size + 0.008) * (1 + size * 9))
    // Grain lives in the mid-tones; paper white and black hold little of it.
    const film = (grain[x & GRAIN_MASK] ?? 0) * order.grain * (base * (1 - base) * 2.8 + 0.35)
    const tone = toneOf(grade.curve, (base + crisp) * corner)
    const at = cursor + x + 1
    const chroma = chromaShare(saturation, tone, base)
    out[to] = byteOf(tone + film + ((r[i] ?? 0) * warm - base) * chroma, dither[at & MASK] ?? 0)
    if (saturation === 0) {
      out[to + 1] = out[to] ?? 0
      out[to + 2] = out[to] ?? 0
      continue
    }
    out[to + 1] = byteOf(tone + film + ((g[i] ?? 0) - base) * chroma, dither[(at * 17 + 3) & MASK] ?? 0)
    out[to + 2] = byteOf(
      tone + film + ((b[i] ?? 0) * cool - base) * chroma,
      dither[(at * 13 + 11) & MASK] ?? 0,
    )
  }
}

function byteOf(value: number, dither: number): number {
  const level = value * 255 + dither + 0.5
  return level <= 0 ? 0 : level >= 255 ? 255 : level | 0
}
