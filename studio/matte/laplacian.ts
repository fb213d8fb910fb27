import { areasAround, enlargedAreas, grown, rangesOf, wholeArea } from './areas.ts'
import type { Area, Range } from './areas.ts'
import { enlarge } from './filters.ts'
import { changes } from './mask.ts'
import { windowCounts, windowMeans, windowsOf } from './windows.ts'
import type { Windows } from './windows.ts'

type Three = [Float32Array, Float32Array, Float32Array]

/** Colour planes red, green, blue in 0..1. */
export interface Guide {
  width: number
  height: number
  planes: Three
}

const CHANNELS = [0, 1, 2] as const

/** Fits of planes as a·I + b on a guide's colours I in every window, as far as the pixels of some areas need them. */
interface Fitting {
  guide: Guide
  windows: Windows
  areas: readonly Area[]
  /** All windows that hold one of the areas' pixels, by their middle, and all pixels these windows hold. */
  reach: readonly Area[]
  reachRanges: readonly Range[]
  seenRanges: readonly Range[]
  /** Window means of the guide, and the symmetric inverse of (covariance + eps·1 / |w|): rr, rg, rb, gg, gb, bb. */
  means: Three
  inverse: [...Three, ...Three]
  /** Of the last fit: a and b of each window, and their means over the windows that hold a pixel. */
  slopes: Three
  offset: Float32Array
  meanSlopes: Three
  meanOffset: Float32Array
  product: Float32Array
}

function fittingOf(guide: Guide, radius: number, eps: number, areas: readonly Area[]): Fitting {
  const { width, height, planes } = guide
  const plane = () => new Float32Array(width * height)
  const three = (): Three => [plane(), plane(), plane()]
  const windows = windowsOf(width, height, radius)
  const reach = grown(areas, radius, guide)
  const reachRanges = rangesOf(reach, guide)
  const seenRanges = rangesOf(grown(areas, 2 * radius, guide), guide)
  const product = plane()
  const means = three()
  for (const channel of CHANNELS) meansOver(reach, windows, planes[channel], means[channel])
  const productMeans = (p: 0 | 1 | 2, q: 0 | 1 | 2): Float32Array => {
    const out = plane()
    multiply(planes[p], planes[q], product, seenRanges)
    meansOver(reach, windows, product, out)
    return out
  }
  const [rr, rg, rb] = [productMeans(0, 0), productMeans(0, 1), productMeans(0, 2)]
  const [gg, gb, bb] = [productMeans(1, 1), productMeans(1, 2), productMeans(2, 2)]
  const inverse: Fitting['inverse'] = [rr, rg, rb, gg, gb, bb]
  invertCovariances(inverse, means, eps, reachRanges)
  const last = { slopes: three(), offset: plane(), meanSlopes: three(), meanOffset: plane() }
  return { guide, windows, areas, reach, reachRanges, seenRanges, means, inverse, product, ...last }
}

function meansOver(
  areas: readonly Area[],
  windows: Windows,
  source: Float32Array,
  target: Float32Array,
): void {
  for (const area of areas) windowMeans(windows, source, target, area)
}

function multiply(a: Float32Array, b: Float32Array, out: Float32Array, ranges: readonly Range[]): void {
  for (const { from, to } of ranges) for (let i = from; i < to; i++) out[i] = (a[i] ?? 0) * (b[i] ?? 0)
}

/** From means of products of two channels to the inverse of (covariance + eps·1), in place. */
function invertCovariances(
  [rr, rg, rb, gg, gb, bb]: Fitting['inverse'],
  [mr, mg, mb]: Three,
  eps: number,
  ranges: readonly Range[],
): void {
  for (const { from, to } of ranges) {
    for (let i = from; i < to; i++) {
      const r = mr[i] ?? 0
      const g = mg[i] ?? 0
      const blue = mb[i] ?? 0
      const a = (rr[i] ?? 0) - r * r + eps
      const b = (rg[i] ?? 0) - r * g
      const c = (rb[i] ?? 0) - r * blue
      const d = (gg[i] ?? 0) - g * g + eps
      const e = (gb[i] ?? 0) - g * blue
      const f = (bb[i] ?? 0) - blue * blue + eps
      const ia = d * f - e * e
      const ib = c * e - b * f
      const ic = b * e - c * d
      const determinant = 1 / (a * ia + b * ib + c * ic)
      rr[i] = ia * determinant
      rg[i] = ib * determinant
      rb[i] = ic * determinant
      gg[i] = (a * f - c * c) * determinant
      gb[i] = (b * c - a * e) * determinant
      bb[i] = (a * d - b * b) * determinant
    }
  }
}

/** Fits p ≈ a·I + b in every window and leaves the means of a and b over the windows round each of the areas' pixels. */
function fit(fitting: Fitting, p: Float32Array): void {
  const { guide, windows, areas, reach, product, slopes, offset, meanSlopes, meanOffset } = fitting
  for (const channel of CHANNELS) {
    multiply(guide.planes[channel], p, product, fitting.seenRanges)
    meansOver(reach, windows, product, slopes[channel])
  }
  meansOver(reach, windows, p, offset)
  solveFits(fitting)
  for (const channel of CHANNELS) meansOver(areas, windows, slopes[channel], meanSlopes[channel])
  meansOver(areas, windows, offset, meanOffset)
}

/** From window means of p·I and of p to a and b, in place. */
function solveFits({ slopes: [a, b, c], offset, means, inverse, reachRanges }: Fitting): void {
  const [m0, m1, m2] = means
  const [rr, rg, rb, gg, gb, bb] = inverse
  for (const { from, to } of reachRanges) {
    for (let i = from; i < to; i++) {
      const m = offset[i] ?? 0
      const x = (a[i] ?? 0) - (m0[i] ?? 0) * m
      const y = (b[i] ?? 0) - (m1[i] ?? 0) * m
      const z = (c[i] ?? 0) - (m2[i] ?? 0) * m
      const a0 = (rr[i] ?? 0) * x + (rg[i] ?? 0) * y + (rb[i] ?? 0) * z
      const a1 = (rg[i] ?? 0) * x + (gg[i] ?? 0) * y + (gb[i] ?? 0) * z
      const a2 = (rb[i] ?? 0) * x + (gb[i] ?? 0) * y + (bb[i] ?? 0) * z
      a[i] = a0
      b[i] = a1
      c[i] = a2
      offset[i] = m - a0 * (m0[i] ?? 0) - a1 * (m1[i] ?? 0) - a2 * (m2[i] ?? 0)
    }
  }
}

/** Colour guided filter (He, Sun, Tang: Guided Image Filtering, TPAMI 2013). */
export function guidedFilter(guide: Guide, source: Float32Array, radius: number, eps: number): Float32Array {
  const fitting = fittingOf(guide, radius, eps, [wholeArea(guide)])
  fit(fitting, source)
  const [a0, a1, a2] = fitting.meanSlopes
  const [i0, i1, i2] = guide.planes
  const out = fitting.meanOffset
  for (let i = 0; i < out.length; i++)
    out[i] =
      (out[i] ?? 0) + (a0[i] ?? 0) * (i0[i] ?? 0) + (a1[i] ?? 0) * (i1[i] ?? 0) + (a2[i] ?? 0) * (i2[i] ?? 0)
  return out
}

/**
 * The guided filter of a smaller plane, drawn at the size of the picture: the fit is made where it is cheap, its
 * coefficients are enlarged (He, Sun: Fast Guided Filter, 2015).
 * @param small the guide at the plane's size
 * @param radius in pixels of the small guide
 */
export function guidedEnlarge(
  small: Guide,
  source: Float32Array,
  guide: Guide,
  radius: number,
  eps: number,
): Float32Array {
  // Where nothing changes within two windows, the fit is the value itself.
  const areas = areasAround(changes({ ...small, data: source }), small.width, small.height, 2 * radius)
  const fitting = fittingOf(small, radius, eps, areas)
  fitting.meanOffset.set(source)
  fit(fitting, source)
  const full = (data: Float32Array, within?: readonly Area[]) =>
    enlarge({ ...small, data }, guide.width, guide.height, undefined, within).data
  const out = full(fitting.meanOffset)
  const sloping = enlargedAreas(areas, Math.ceil(guide.width / small.width), guide)
  for (const channel of CHANNELS) {
    const slope = full(fitting.meanSlopes[channel], sloping)
    const plane = guide.planes[channel]
    for (const { from, to } of rangesOf(sloping, guide))
      for (let i = from; i < to; i++) out[i] = (out[i] ?? 0) + (slope[i] ?? 0) * (plane[i] ?? 0)
  }
  return out
}

export interface MattingProblem {
  guide: Guide
  /** Wanted alpha per pixel, 0..1. */
  wanted: Float32Array
  /** How much each pixel insists on it; about |w| × 2 for known pixels, 0 for "no opinion". */
  trust: Float32Array
  radius: number
  eps: number
  iterations: number
  /** Stop when the residual has fallen to this fraction of the first. */
  tolerance: number
  /** Where alpha is sought: outside of them it is as wanted. The whole picture unless given. */
  areas?: readonly Area[]
}

/**
 * Alpha by conjugate gradient on the matting Laplacian, applied through box filters and never
 * stored (He, Sun, Tang: Fast Matting Using Large Kernel Matting Laplacian Matrices, CVPR 2010).
 * Starts from `wanted`; returns values clamped to 0..1.
 */
export function solveMatte(problem: MattingProblem): Float32Array {
  const { guide, wanted, trust, radius, eps, areas = [wholeArea(guide)] } = problem
  const size = guide.width * guide.height
  const fitting = fittingOf(guide, radius, eps, areas)
  const ranges = rangesOf(areas, guide)
  const counts = windowCounts(fitting.windows)
  const [a0, a1, a2] = fitting.meanSlopes
  const b = fitting.meanOffset
  const [i0, i1, i2] = guide.planes
  const apply = (p: Float32Array, out: Float32Array) => {
    fit(fitting, p)
    for (const { from, to } of ranges) {
      for (let i = from; i < to; i++) {
        const fitted =
          (a0[i] ?? 0) * (i0[i] ?? 0) +
          (a1[i] ?? 0) * (i1[i] ?? 0) +
          (a2[i] ?? 0) * (i2[i] ?? 0) +
          (b[i] ?? 0)
        out[i] = ((counts[i] ?? 0) + (trust[i] ?? 0)) * (p[i] ?? 0) - (counts[i] ?? 0) * fitted
      }
    }
  }
  const alpha = new Float32Array(wanted)
  const product = new Float32Array(size)
  const residual = new Float32Array(size)
  const direction = new Float32Array(size)
  apply(alpha, product)
  let energy = 0
  for (const { from, to } of ranges) {
    for (let i = from; i < to; i++) {
      const scale = 1 / ((counts[i] ?? 0) * 0.5 + (trust[i] ?? 0))
      const r = (trust[i] ?? 0) * (wanted[i] ?? 0) - (product[i] ?? 0)
      residual[i] = r
      direction[i] = r * scale
      energy += r * r * scale
    }
  }
  const target = energy * problem.tolerance * problem.tolerance
  for (let step = 0; step < problem.iterations && energy > target && energy > 0; step++) {
    apply(direction, product)
    let curvature = 0
    for (const { from, to } of ranges)
      for (let i = from; i < to; i++) curvature += (direction[i] ?? 0) * (product[i] ?? 0)
    if (!(curvature > 0)) break
    const length = energy / curvature
    let next = 0
    for (const { from, to } of ranges) {
      for (let i = from; i < to; i++) {
        alpha[i] = (alpha[i] ?? 0) + length * (direction[i] ?? 0)
        const r = (residual[i] ?? 0) - length * (product[i] ?? 0)
        residual[i] = r
        next += (r * r) / ((counts[i] ?? 0) * 0.5 + (trust[i] ?? 0))
      }
    }
    const keep = next / energy
    for (const { from, to } of ranges) {
      for (let i = from; i < to; i++)
        direction[i] =
          (residual[i] ?? 0) / ((counts[i] ?? 0) * 0.5 + (trust[i] ?? 0)) + keep * (direction[i] ?? 0)
    }
    energy = next
  }
  for (const { from, to } of ranges)
    for (let i = from; i < to; i++) alpha[i] = Math.min(1, Math.max(0, alpha[i] ?? 0))
  return alpha
}
