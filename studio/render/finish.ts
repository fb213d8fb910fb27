import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Raster } from '#studio/picture/raster.ts'
import { blur, softenIn } from '#studio/planes/blur.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { createRandom } from '#studio/scene/noise.ts'
import type { Picture } from './light.ts'

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
  /** Of 1024x1280. */
  scale: number
  seed: number
}

const CURVE_STEPS = 1024

/** Unsharp mask of 1024x1280: radius in pixels, and share of the detail that is added. */
const SHARPENING = { sigma: 1.035, amount: 0.275 } as const

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
    // Paper white is reserved for catch-lights: other tones stay below it.
    return s > 0.86 ? 0.86 + 0.125 * Math.tanh((s - 0.86) / 0.125) : s
  }
}

const LUMA = [0.2126, 0.7152, 0.0722] as const
/** Black and white as through a yellow filter: skin and ears part from hair and walls that are as light. */
const FILTERED = [0.32, 0.62, 0.06] as const
const weightsFor = (saturation: number) => (saturation > 0 ? LUMA : FILTERED)

/** The grade of colours in code values, triples in place: what `finish` does to them away from edges and corners. */
export function gradeColours(
  { contrast, exposureEv, saturation, warmth }: GradeOrder,
  rgb: Float32Array,
): void {
  const toneOf = toneCurve(contrast, exposureEv)
  const [red, green, blue] = weightsFor(saturation)
  for (let at = 0; at < rgb.length; at += 3) {
    const r = rgb[at] ?? 0
    const g = rgb[at + 1] ?? 0
    const b = rgb[at + 2] ?? 0
    const base = red * r + green * g + blue * b
    const tone = toneOf(base)
    // Chroma follows the tone down but not up: an S-curve per channel would burn skin to orange.
    const chroma = saturation * Math.min(1.04, Math.max(0.45, tone / Math.max(0.02, base)))
    rgb[at] = tone + (r * (1 + warmth) - base) * chroma
    rgb[at + 1] = tone + (g - base) * chroma
    rgb[at + 2] = tone + (b * (1 - warmth) - base) * chroma
  }
}

/** Of the grain's tile, pixels. */
const GRAIN_SIDE = 512
/** Film and sensors after demosaicing: neighbours share a part of their noise. Pixels. */
const CLUMP = 0.62

/** Film grain, mean 0, standard deviation 1: a tile that repeats in both directions. */
function drawGrain(): Float32Array {
  const random = createRandom(0x6a17)
  const white = createPlane(GRAIN_SIDE, GRAIN_SIDE)
  for (let i = 0; i < white.data.length; i++) white.data[i] = random() + random() + random() - 1.5
  const clumped = blur(white, CLUMP).data
  const sigma = Math.sqrt(clumped.reduce((sum, value) => sum + value * value, 0) / clumped.length)
  return clumped.map((value) => value / sigma)
}

let grain: Float32Array | undefined

/** Vignette, grade, sharpening, the one grain over subject and ground, 8 bits. */
export function finish({ width, height, planes }: Picture, order: FinishOrder): Raster {
  const { seed } = order
  const tile = (grain ??= drawGrain())
  const toneOf = toneCurve(order.contrast, order.exposureEv)
  const curve = Float32Array.from({ length: CURVE_STEPS + 2 }, (_, step) => toneOf(step / CURVE_STEPS))
  return withRoom((room) => {
    const luma = room.floats(width * height)
    const [red, green, blue] = weightsFor(order.saturation)
    kernels.lumaOver(...planes, width * height, red, green, blue, luma)
    const out = room.bytes(width * height * 3)
    const finishing = room.put(
      Int32Array.of(
        ...[width, height, ...planes, luma],
        softenIn(room, { width, height }, luma, SHARPENING.sigma * order.scale),
        room.put(curve),
        ...[
          room.put(tile),
          seed & (GRAIN_SIDE - 1),
          (seed >>> 9) & (GRAIN_SIDE - 1),
          room.floats(GRAIN_SIDE),
        ],
        out,
      ),
      Float32Array.of(order.vignette, order.saturation, order.warmth, order.grain, SHARPENING.amount),
    )
    kernels.finish(finishing)
    return { width, height, data: room.takeBytes(out, width * height * 3) }
  })
}
