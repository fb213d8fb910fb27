import { boxOf, croppedColours } from '#studio/picture/box.ts'
import { smoothstep } from '#studio/planes/smoothstep.ts'
import type { UpscaleFactor } from './factors.ts'
import { NET_REACH } from './net.ts'
import type { Doubler } from './net.ts'
import { resample } from './resample.ts'
import type { FloatRaster } from './resample.ts'

/**
 * Corrections by back-projection after each doubling. Measured as luma PSNR on four photographs shrunk and enlarged again:
 * 2.5 to 4.3 dB over Lanczos at 2x, 1.2 to 2.2 dB at 4x. One round more gains under 0.1 dB.
 */
const ROUNDS = { 2: 2, 4: 1 } as const
/** Radius in which contrast decides whether the net is worth running, and the levels of luma between which it fades in. */
const CONTRAST_RADIUS = 3
const CONTRAST = [10, 22] as const
/** How far beyond its neighbours' range a sample may go, as a share of that range and in levels. */
const OVERSHOOT = { share: 0.15, levels: 1.5 } as const

/**
 * Enlarges by the net where there is something to see and by a cubic elsewhere, then corrects the result until, shrunk,
 * it is the source again (iterative back-projection, Irani and Peleg 1991), and holds every sample to the range of
 * its neighbours in the source: what was not photographed is not invented.
 * The outermost `TILE_REACH` source pixels are not reliable.
 */
export function enlarge(source: FloatRaster, factor: UpscaleFactor, double: Doubler): FloatRaster {
  const contrast = contrastOf(source)
  const twice = doubled(source, contrast, double)
  correct(twice, source, { contrast, rounds: ROUNDS[2] })
  if (factor === 2) return held(twice, source)
  const four = resample(twice, source.width * 4, source.height * 4)
  correct(four, source, { contrast, rounds: ROUNDS[4] })
  return held(four, source)
}

function doubled(source: FloatRaster, weight: Float32Array, double: Doubler): FloatRaster {
  const { width, height } = source
  const smooth = resample(source, width * 2, height * 2)
  if (!weight.some((share) => share > 0)) return smooth
  const box = boxOf({ width, height, data: weight }, 0, NET_REACH)
  const sharp = double(croppedColours(source, box), box.width, box.height)
  for (let y = box.top * 2; y < (box.top + box.height) * 2; y++) {
    for (let x = box.left * 2; x < (box.left + box.width) * 2; x++) {
      const share = weight[(y >> 1) * width + (x >> 1)] ?? 0
      if (share === 0) continue
      const to = (y * width * 2 + x) * 3
      const from = ((y - box.top * 2) * box.width * 2 + x - box.left * 2) * 3
      for (let c = 0; c < 3; c++) {
        const value = smooth.data[to + c] ?? 0
        smooth.data[to + c] = value + share * ((sharp[from + c] ?? 0) - value)
      }
    }
  }
  return smooth
}

/** 0 where the picture is smooth to 1 where it has edges, by the range of luma round each pixel. */
function contrastOf({ width, height, data }: FloatRaster): Float32Array {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * (data[i * 3] ?? 0) + 0.587 * (data[i * 3 + 1] ?? 0) + 0.114 * (data[i * 3 + 2] ?? 0)
  }
  const low = extreme(luma, { width, height, step: 1, radius: CONTRAST_RADIUS }, Math.min)
  const high = extreme(luma, { width, height, step: 1, radius: CONTRAST_RADIUS }, Math.max)
  return low.map((value, i) => smoothstep(CONTRAST[0], CONTRAST[1], (high[i] ?? 0) - value))
}

/** Least or greatest value of the window round each sample, channel by channel. */
function extreme(
  data: Float32Array,
  { width, height, step, radius }: { width: number; height: number; step: number; radius: number },
  pick: (p: number, q: number) => number,
): Float32Array {
  const stride = width * step
  const rows = Float32Array.from(data)
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) {
      const x = (i / step) | 0
      let value = data[y * stride + i] ?? 0
      for (let d = Math.max(-radius, -x); d <= Math.min(radius, width - 1 - x); d++)
        value = pick(value, data[y * stride + i + d * step] ?? 0)
      rows[y * stride + i] = value
    }
  }
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) {
      let value = rows[y * stride + i] ?? 0
      for (let d = Math.max(-radius, -y); d <= Math.min(radius, height - 1 - y); d++)
        value = pick(value, rows[(y + d) * stride + i] ?? 0)
      out[y * stride + i] = value
    }
  }
  return out
}

/** In place. Where there is only grain, corrections would carve the source's pixel grid into it. */
function correct(
  large: FloatRaster,
  source: FloatRaster,
  { contrast, rounds }: { contrast: Float32Array; rounds: number },
): void {
  for (let round = 0; round < rounds; round++) {
    const missing = resample(large, source.width, source.height)
    for (let i = 0; i < missing.data.length; i++) {
      const share = contrast[(i / 3) | 0] ?? 0
      missing.data[i] = share * ((source.data[i] ?? 0) - (missing.data[i] ?? 0))
    }
    const added = resample(missing, large.width, large.height).data
    for (let i = 0; i < added.length; i++) large.data[i] = (large.data[i] ?? 0) + (added[i] ?? 0)
  }
}

/** No sample leaves the range of the source's 3x3 neighbourhood by more than `OVERSHOOT`: no haloes along edges. */
function held(large: FloatRaster, source: FloatRaster): FloatRaster {
  const { width, height } = source
  const window = { width, height, step: 3, radius: 1 }
  const low = extreme(source.data, window, Math.min)
  const high = extreme(source.data, window, Math.max)
  for (let i = 0; i < low.length; i++) {
    const slack = ((high[i] ?? 0) - (low[i] ?? 0)) * OVERSHOOT.share + OVERSHOOT.levels
    low[i] = (low[i] ?? 0) - slack
    high[i] = (high[i] ?? 0) + slack
  }
  const factor = large.width / width
  for (let y = 0; y < large.height; y++) {
    const row = Math.floor(y / factor) * width
    for (let x = 0; x < large.width; x++) {
      const from = (row + Math.floor(x / factor)) * 3
      const to = (y * large.width + x) * 3
      for (let c = 0; c < 3; c++) {
        large.data[to + c] = Math.min(
          high[from + c] ?? 0,
          Math.max(low[from + c] ?? 0, large.data[to + c] ?? 0),
        )
      }
    }
  }
  return large
}
