import type { Plane } from '#studio/raster.ts'

/** Steps of brightness that noise is measured in: it grows and shrinks with the light. */
const STEPS = 8
/** Windows looked at, in the subject and beside it. */
const SAMPLES = 60_000
/** Fewer windows say nothing about a step of brightness. */
const LEAST_SAMPLES = 150
/**
 * Lowest fifth of the variances in 5x5 windows of flat, noisy areas against the true variance: .61 for noise correlated
 * by a Gaussian of .6 pixels, .47 for .8 (simulated, 470,000 windows each); cameras lie between.
 */
const FLAT_SHARE = 0.2
const FLAT_BIAS = 1 / 0.55

/** One plane of a picture, with what is asked about its noise. */
export interface Channel {
  plane: Plane
  /** Brightness, code values 0..1, that the noise goes by. */
  level: Float32Array
  /** Of the windows that variances are taken over. */
  radius: number
  /** Coverage by the subject, 255 where it is beyond doubt: where in it the plane begins, and the step to its next pixel. */
  sure: { alpha: Uint8Array; from: number; right: number; down: number }
}

/** Variance of the noise by steps of brightness, from the flattest of some thousand windows. */
export function noiseBySteps(channel: Channel): Float64Array {
  const { width, height } = channel.plane
  const found: number[][] = Array.from({ length: STEPS }, () => [])
  // An odd step, so that the windows do not lie alike in the blocks of a JPEG.
  const step = Math.floor(Math.sqrt((width * height) / SAMPLES)) | 1
  for (let y = channel.radius; y < height - channel.radius; y += step) sampleRow(channel, y, step, found)
  const least = found.map((values) => {
    if (values.length < LEAST_SAMPLES) return null
    const sorted = new Float32Array(values).sort()
    return FLAT_BIAS * (sorted[Math.floor(sorted.length * FLAT_SHARE)] ?? 0)
  })
  const known = least.filter((value) => value !== null).toSorted((p, q) => p - q)
  const typical = known[known.length >> 1] ?? 0
  // A step that holds hair or cloth alone has no flat window: no step is believed far beyond the others.
  return Float64Array.from(least, (value) => Math.min(value ?? typical, 1.8 * typical))
}

function sampleRow(
  { plane, level, radius, sure }: Channel,
  y: number,
  step: number,
  found: number[][],
): void {
  for (let x = radius; x < plane.width - radius; x += step) {
    if (sure.alpha[sure.from + y * sure.down + x * sure.right] !== 255) continue
    const i = y * plane.width + x
    const at = Math.min(STEPS - 1, Math.floor((level[i] ?? 0) * STEPS))
    found[at]?.push(windowVariance(plane, i, radius))
  }
}

function windowVariance({ width, data }: Plane, middle: number, radius: number): number {
  let sum = 0
  let squares = 0
  for (let dy = -radius; dy <= radius; dy++) {
    const from = middle + dy * width - radius
    for (let i = from; i <= from + 2 * radius; i++) {
      const value = data[i] ?? 0
      sum += value
      squares += value * value
    }
  }
  const count = (2 * radius + 1) ** 2
  return Math.max(0, squares / count - (sum / count) ** 2)
}

/** What steps of brightness hold, between their middles straight, for each of 256 code values. */
export function byCode(steps: Float64Array): Float32Array {
  return Float32Array.from({ length: 256 }, (_, code) => {
    const at = Math.min(steps.length - 1, Math.max(0, (code / 255) * steps.length - 0.5))
    const step = Math.floor(at)
    const low = steps[step] ?? 0
    return low + ((steps[step + 1] ?? low) - low) * (at - step)
  })
}
