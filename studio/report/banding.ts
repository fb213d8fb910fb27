import { luminance } from '#studio/picture/color.ts'
import { blur } from '#studio/planes/blur.ts'
import type { Plane, Raster } from '#studio/picture/raster.ts'

export interface Banding {
  /** Pixels of the longest row or column of one and the same green value in the backdrop. */
  longestRun: number
  /** Standard deviation of the backdrop's finest detail, code values 0..1: grain and dither, not scenery. */
  highPassSigma: number
}

/** Alpha under which a pixel is backdrop alone. */
const BACKDROP_ALPHA = 0.02
/** Burnt out or black, a run has no steps to show. */
const CLIPPED_LOW = 1
const CLIPPED_HIGH = 254
const HIGH_PASS_SIGMA_PX = 1.5

/** How smooth the backdrop is; `alpha` is the subject's share on the same pixels. */
export function measureBanding(raster: Raster, alpha: Plane): Banding {
  return {
    longestRun: Math.max(longestRun(raster, alpha, 'rows'), longestRun(raster, alpha, 'columns')),
    highPassSigma: highPassSigma(raster, alpha),
  }
}

function longestRun({ width, height, data }: Raster, alpha: Plane, along: 'rows' | 'columns'): number {
  const [lines, length] = along === 'rows' ? [height, width] : [width, height]
  const [lineStep, step] = along === 'rows' ? [width, 1] : [1, width]
  let longest = 0
  for (let line = 0; line < lines; line++) {
    let run = 0
    let last = -1
    for (let k = 0; k < length; k++) {
      const pixel = line * lineStep + k * step
      const value = data[3 * pixel + 1] ?? 0
      const counts = (alpha.data[pixel] ?? 0) < BACKDROP_ALPHA && value > CLIPPED_LOW && value < CLIPPED_HIGH
      run = counts ? (value === last ? run + 1 : 1) : 0
      last = counts ? value : -1
      longest = Math.max(longest, run)
    }
  }
  return longest
}

/** Rec. 709 weighted code values 0..1. */
export function lumaOf({ width, height, data }: Raster): Plane {
  const out = new Float32Array(width * height)
  for (let i = 0, at = 0; i < out.length; i++, at += 3) {
    out[i] = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) / 255
  }
  return { width, height, data: out }
}

function highPassSigma(raster: Raster, alpha: Plane): number {
  const { width, height, data: luma } = lumaOf(raster)
  // Smoothed over backdrop alone: the subject's edge is no grain.
  const mask = Float32Array.from(alpha.data, (a) => (a < BACKDROP_ALPHA ? 1 : 0))
  const weight = blur({ width, height, data: mask }, HIGH_PASS_SIGMA_PX).data
  const masked = luma.map((value, i) => value * (mask[i] ?? 0))
  const smooth = blur({ width, height, data: masked }, HIGH_PASS_SIGMA_PX).data
  let squares = 0
  let count = 0
  for (let i = 0; i < smooth.length; i++) {
    if (mask[i] === 0) continue
    squares += ((luma[i] ?? 0) - (smooth[i] ?? 0) / (weight[i] ?? 1)) ** 2
    count++
  }
  return count > 0 ? Math.sqrt(squares / count) : 0
}
