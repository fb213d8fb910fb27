import { boxMean } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import { expand, halve } from './soften.ts'

/** Interleaved 8-bit colours and their coverage. */
export interface Grainy {
  width: number
  height: number
  colours: Uint8Array
  /** 0..255; noise is measured where it is 255. */
  alpha: Uint8Array
}

/** Steps of brightness that noise is measured in: it grows and shrinks with the light. */
const STEPS = 8
const SAMPLES = 120_000
/** Fewer windows say nothing about a step of brightness. */
const LEAST_SAMPLES = 300
/**
 * Lowest fifth of the variances in 5x5 windows of flat, noisy areas against the true variance: .61 for noise correlated
 * by a Gaussian of .6 pixels, .47 for .8 (simulated, 470,000 windows each); cameras lie between.
 */
const FLAT_SHARE = 0.2
const FLAT_BIAS = 1 / 0.55
/** Noise nobody sees, and noise that must go, as standard deviations in code values after the picture is lifted. */
const UNSEEN = 1.3 / 255
const DISTURBING = 3 / 255
/** What is left of luminance noise: skin without any of it looks like wax. */
const KEPT_LUMA = 0.18
const LUMA_RADIUS = 2
const CHROMA_RADIUS = 3

interface Moments {
  mean: Float32Array
  variance: Float32Array
}

function momentsOf({ width, height, data }: Plane, radius: number): Moments {
  const scratch = new Float32Array(data.length)
  const mean = new Float32Array(data.length)
  const variance = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) variance[i] = (data[i] ?? 0) ** 2
  boxMean(data, mean, scratch, width, height, radius)
  boxMean(variance, variance, scratch, width, height, radius)
  for (let i = 0; i < data.length; i++) variance[i] = Math.max(0, (variance[i] ?? 0) - (mean[i] ?? 0) ** 2)
  return { mean, variance }
}

const stepOf = (level: number) => Math.min(STEPS - 1, Math.max(0, Math.floor(level * STEPS)))

/** Noise by brightness from the flattest windows; `level` is the brightness, `sure` where the subject is. */
function noiseBySteps(variance: Float32Array, level: Float32Array, sure: Float32Array): Float64Array {
  const found: number[][] = Array.from({ length: STEPS }, () => [])
  const stride = Math.max(1, Math.floor(variance.length / SAMPLES))
  for (let i = 0; i < variance.length; i += stride)
    if ((sure[i] ?? 0) >= 1) found[stepOf(level[i] ?? 0)]?.push(variance[i] ?? 0)
  const least = found.map((values) => {
    if (values.length < LEAST_SAMPLES) return null
    values.sort((p, q) => p - q)
    return FLAT_BIAS * (values[Math.floor(values.length * FLAT_SHARE)] ?? 0)
  })
  const known = least.filter((value) => value !== null).toSorted((p, q) => p - q)
  const typical = known[known.length >> 1] ?? 0
  // A step that holds hair or cloth alone has no flat window: no step is believed far beyond the others.
  return Float64Array.from(least, (value) => Math.min(value ?? typical, 1.8 * typical))
}

function noiseAt(noise: Float64Array, level: number): number {
  const at = Math.min(STEPS - 1, Math.max(0, level * STEPS - 0.5))
  const step = Math.floor(at)
  const low = noise[step] ?? 0
  return low + ((noise[step + 1] ?? low) - low) * (at - step)
}

/** How much of a noise is to go, 0..1, when the picture will be made brighter by `lift`. */
function need(variance: number, lift: number): number {
  const t = (Math.sqrt(variance) * lift - UNSEEN) / (DISTURBING - UNSEEN)
  return Math.min(1, Math.max(0, t))
}

/**
 * Wiener filter of local windows, averaged over the windows a pixel lies in (Lee 1980; the form of He's guided filter):
 * where the picture varies by no more than its noise the mean stays, an edge stays whole.
 */
function filtered(
  plane: Plane,
  moments: Moments,
  radius: number,
  noise: (i: number) => number,
): Float32Array {
  const { width, height, data } = plane
  const slope = new Float32Array(data.length)
  const offset = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const variance = moments.variance[i] ?? 0
    const own = Math.max(0, variance - noise(i)) / Math.max(1e-9, variance)
    slope[i] = own
    offset[i] = (1 - own) * (moments.mean[i] ?? 0)
  }
  const scratch = new Float32Array(data.length)
  boxMean(slope, slope, scratch, width, height, radius)
  boxMean(offset, offset, scratch, width, height, radius)
  for (let i = 0; i < data.length; i++) offset[i] = (slope[i] ?? 0) * (data[i] ?? 0) + (offset[i] ?? 0)
  return offset
}

interface Split {
  luma: Plane
  /** Red and blue against luma, at half the size. */
  red: Plane
  blue: Plane
  sure: Float32Array
}

function split({ width, height, colours, alpha }: Grainy): Split {
  const luma = new Float32Array(width * height)
  const red = new Float32Array(width * height)
  const blue = new Float32Array(width * height)
  const sure = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const at = i * 3
    const r = (colours[at] ?? 0) / 255
    const b = (colours[at + 2] ?? 0) / 255
    const y = 0.299 * r + (0.587 / 255) * (colours[at + 1] ?? 0) + 0.114 * b
    luma[i] = y
    red[i] = r - y
    blue[i] = b - y
    sure[i] = (alpha[i] ?? 0) === 255 ? 1 : 0
  }
  const plane = (data: Float32Array) => ({ width, height, data })
  return { luma: plane(luma), red: halve(plane(red)), blue: halve(plane(blue)), sure }
}

/**
 * Takes the noise of a selfie down before light and grade make it stronger: chroma noise goes, luminance noise keeps a
 * fifth. A clean picture comes back as it is, the same array.
 * @param lift how much brighter in code values the darker parts will become, 1 or more
 */
export function denoise(source: Grainy, lift: number): Uint8Array {
  const { width, height, colours } = source
  const { luma, red, blue, sure } = split(source)
  const moments = momentsOf(luma, LUMA_RADIUS)
  const noise = noiseBySteps(moments.variance, moments.mean, sure)
  const half = { ...halve(luma) }
  const inside = halve({ width, height, data: sure }).data
  const chroma = [red, blue].map((plane) => {
    const local = momentsOf(plane, CHROMA_RADIUS)
    const levels = noiseBySteps(local.variance, half.data, inside)
    return { plane, local, levels, share: need(Math.max(...levels), lift * 2) }
  })
  const lumaShare = Float64Array.from(noise, (variance) => (1 - KEPT_LUMA) * need(variance, lift))
  if (Math.max(...lumaShare, ...chroma.map(({ share }) => share)) < 0.05) return colours
  const calm = filtered(luma, moments, LUMA_RADIUS, (i) => 1.4 * noiseAt(noise, moments.mean[i] ?? 0))
  const [calmRed, calmBlue] = chroma.map(({ plane, local, levels }) => {
    const data = filtered(plane, local, CHROMA_RADIUS, (i) => 1.4 * noiseAt(levels, half.data[i] ?? 0))
    return expand({ ...plane, data }, width, height, 2).data
  })
  const [redShare, blueShare] = chroma.map(({ share }) => share)
  const out = new Uint8Array(colours.length)
  for (let i = 0; i < luma.data.length; i++) {
    const at = i * 3
    const y = luma.data[i] ?? 0
    const u = (colours[at] ?? 0) / 255 - y
    const v = (colours[at + 2] ?? 0) / 255 - y
    const newY = y + noiseAt(lumaShare, moments.mean[i] ?? 0) * ((calm[i] ?? 0) - y)
    const newU = u + (redShare ?? 0) * ((calmRed?.[i] ?? 0) - u)
    const newV = v + (blueShare ?? 0) * ((calmBlue?.[i] ?? 0) - v)
    out[at] = byteOf(newY + newU)
    out[at + 1] = byteOf(newY - (0.299 * newU + 0.114 * newV) / 0.587)
    out[at + 2] = byteOf(newY + newV)
  }
  return out
}

function byteOf(code: number): number {
  const level = code * 255 + 0.5
  return level <= 0 ? 0 : level >= 255 ? 255 : level | 0
}
