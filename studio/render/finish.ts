import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { triangularTable } from '#studio/scene/noise.ts'
import { GRAIN_SIDE, grainOf } from './grain.ts'
import type { Picture } from './sheet.ts'
import { softenIn } from './soften.ts'

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
const CURVE_STEPS = 1024

/** Of 1024x1280: radius in pixels, and share of the detail that is added. */
export const SHARPENING = { sigma: 1.035, amount: 0.275 } as const

/** Code values below which the S straightens out: cloth near black keeps its folds, black stays black. */
const TOE = 0.16

/** Code value → code value: exposure, then an S about middle grey with a soft toe and shoulder. */
export function toneCurve(contrast: number, exposureEv: number): (value: number) => number {
  const gain = 2 ** (exposureEv / 2.2)
  const pivot = 0.46
  return (value) => {
    const x = Math.min(1, Math.max(0, value * gain))
    const s =
      x < pivot
        ? x * ((x + TOE) / (pivot + TOE)) ** contrast
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

const LUMA = [0.2126, 0.7152, 0.0722] as const
/** Black and white as through a yellow filter: skin and ears part from hair and walls that are as light. */
const FILTERED = [0.32, 0.62, 0.06] as const
const weightsFor = (saturation: number) => (saturation > 0 ? LUMA : FILTERED)

/** Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange. */
function chromaShare(saturation: number, tone: number, base: number): number {
  return saturation * Math.min(1.04, Math.max(0.45, tone / Math.max(0.02, base)))
}

/** The grade of colours in code values, triples in place: what `finish` does to them away from edges and corners. */
export function gradeColours({ curve, saturation, warmth }: Grade, rgb: Float32Array): void {
  const [red, green, blue] = weightsFor(saturation)
  for (let at = 0; at < rgb.length; at += 3) {
    const r = rgb[at] ?? 0
    const g = rgb[at + 1] ?? 0
    const b = rgb[at + 2] ?? 0
    const base = red * r + green * g + blue * b
    const tone = toneOf(curve, base)
    const chroma = chromaShare(saturation, tone, base)
    rgb[at] = tone + (r * (1 + warmth) - base) * chroma
    rgb[at + 1] = tone + (g - base) * chroma
    rgb[at + 2] = tone + (b * (1 - warmth) - base) * chroma
  }
}

/** Vignette, grade, sharpening, the one grain over subject and ground, dither, 8 bits. */
export function finish({ width, height, planes }: Picture, order: FinishOrder): Raster {
  const dither = triangularTable(order.seed, NOISE_LENGTH)
  const grain = grainOf(order.seed)
  return withRoom((room) => {
    const luma = room.floats(width * height)
    const [red, green, blue] = weightsFor(order.saturation)
    kernels.lumaOver(...planes, width, width, height, red, green, blue, luma)
    const out = room.bytes(width * height * 3)
    const finishing = room.put(
      Int32Array.of(
        ...[width, height, ...planes, luma, softenIn(room, { width, height, at: luma }, order.sharpenSigma)],
        room.put(createGrade(order).curve),
        ...[room.put(grain.tile), grain.left, grain.top, room.floats(GRAIN_SIDE)],
        ...[room.put(dither, dither.subarray(0, 4)), order.seed % NOISE_LENGTH, out],
      ),
      Float32Array.of(order.vignette, order.saturation, order.warmth, order.grain, order.sharpenAmount),
    )
    kernels.finish(finishing)
    return { width, height, data: room.takeBytes(out, width * height * 3) }
  })
}
