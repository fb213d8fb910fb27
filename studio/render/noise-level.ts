import { kernels, withRoom } from '#studio/kernels/kernels.ts'
import type { Pointer } from '#studio/kernels/kernels.ts'
import { ahead } from './sheet.ts'
import type { Sheet } from './sheet.ts'

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

/** One plane of a picture in the kernels' memory, with what is asked about its noise. */
export interface Channel {
  plane: Sheet
  /** Brightness, code values 0..1, that the noise goes by: a plane of the same size. */
  level: Pointer
  /** Of the windows that variances are taken over. */
  radius: number
  /**
   * Coverage by the subject, bytes, 255 where it is beyond doubt: of the plane's first pixel, and how many of them there
   * are from one of its pixels to the next.
   */
  sure: { alpha: Pointer; right: number; down: number }
}

/** Variance of the noise by steps of brightness, from the flattest of some thousand windows. */
export function noiseBySteps(channel: Channel): Float64Array {
  const least = flattest(channel)
  const known = least.filter((value) => value !== null).toSorted((p, q) => p - q)
  const typical = known[known.length >> 1] ?? 0
  // A step that holds hair or cloth alone has no flat window: no step is believed far beyond the others.
  return Float64Array.from(least, (value) => Math.min(value ?? typical, 1.8 * typical))
}

/** Variance of the noise by steps of brightness; null where too few windows were found. */
function flattest({ plane, level, radius, sure }: Channel): (number | null)[] {
  const { width, height, at } = plane
  // An odd step, so that the windows do not lie alike in the blocks of a JPEG.
  const step = Math.floor(Math.sqrt((width * height) / SAMPLES)) | 1
  const most = Math.ceil(width / step) * Math.ceil(height / step)
  return withRoom((room) => {
    const [out, counts] = [room.floats(STEPS * most), room.bytes(4 * STEPS)]
    const cover = [sure.alpha, sure.right, sure.down] as const
    kernels.windowVariances(at, width, height, level, radius, step, ...cover, STEPS, out, most, counts)
    return Array.from(room.takeInts(counts, STEPS), (count, k) =>
      count < LEAST_SAMPLES
        ? null
        : FLAT_BIAS * kernels.valueOfRank(ahead(out, k * most), count, Math.floor(count * FLAT_SHARE)),
    )
  })
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
