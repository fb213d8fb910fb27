import { boxSum, enlarge, windowCounts } from './filters.ts'

type Three = [Float32Array, Float32Array, Float32Array]

/** Colour planes red, green, blue in 0..1. */
export interface Guide {
  width: number
  height: number
  planes: Three
}

/** Per-window colour statistics of a guide: means and the inverse of (covariance + eps·1 / |w|). */
interface WindowStatistics {
  counts: Float32Array
  means: Three
  /** Symmetric inverse: rr, rg, rb, gg, gb, bb. */
  inverse: [...Three, ...Three]
}

function windowStatistics(guide: Guide, radius: number, eps: number): WindowStatistics {
  const { width, height, planes } = guide
  const size = width * height
  const scratch = new Float32Array(size)
  const product = new Float32Array(size)
  const counts = windowCounts(width, height, radius)
  const meanOf = (plane: Float32Array): Float32Array => {
    const mean = new Float32Array(size)
    boxSum(plane, mean, scratch, width, height, radius)
    for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) / (counts[i] ?? 1)
    return mean
  }
  const means: Three = [meanOf(planes[0]), meanOf(planes[1]), meanOf(planes[2])]
  const covarianceOf = (p: 0 | 1 | 2, q: 0 | 1 | 2): Float32Array => {
    const a = planes[p]
    const b = planes[q]
    for (let i = 0; i < size; i++) product[i] = (a[i] ?? 0) * (b[i] ?? 0)
    const covariance = meanOf(product)
    const ma = means[p]
    const mb = means[q]
    for (let i = 0; i < size; i++) covariance[i] = (covariance[i] ?? 0) - (ma[i] ?? 0) * (mb[i] ?? 0)
    return covariance
  }
  const rr = covarianceOf(0, 0)
  const rg = covarianceOf(0, 1)
  const rb = covarianceOf(0, 2)
  const gg = covarianceOf(1, 1)
  const gb = covarianceOf(1, 2)
  const bb = covarianceOf(2, 2)
  for (let i = 0; i < size; i++) {
    const a = (rr[i] ?? 0) + eps
    const b = rg[i] ?? 0
    const c = rb[i] ?? 0
    const d = (gg[i] ?? 0) + eps
    const e = gb[i] ?? 0
    const f = (bb[i] ?? 0) + eps
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
  return { counts, means, inverse: [rr, rg, rb, gg, gb, bb] }
}

const CHANNELS = [0, 1, 2] as const

/** Reusable planes for one linear fit of a plane on the guide's colours in every window. */
interface FitScratch {
  mean: Float32Array
  cross: Three
  box: Float32Array
  product: Float32Array
}

function fitScratch(size: number): FitScratch {
  const make = () => new Float32Array(size)
  return { mean: make(), cross: [make(), make(), make()], box: make(), product: make() }
}

/** Fits p ≈ a·I + b per window and leaves the window *sums* of a (in cross) and b (in mean). */
function fitAndSum(
  guide: Guide,
  stats: WindowStatistics,
  p: Float32Array,
  radius: number,
  work: FitScratch,
): void {
  const { width, height, planes } = guide
  const size = width * height
  const { mean, cross, box, product } = work
  boxSum(p, mean, box, width, height, radius)
  for (const channel of CHANNELS) {
    const plane = planes[channel]
    for (let i = 0; i < size; i++) product[i] = (plane[i] ?? 0) * (p[i] ?? 0)
    boxSum(product, cross[channel], box, width, height, radius)
  }
  const [c0, c1, c2] = cross
  const [m0, m1, m2] = stats.means
  const [rr, rg, rb, gg, gb, bb] = stats.inverse
  const counts = stats.counts
  for (let i = 0; i < size; i++) {
    const n = 1 / (counts[i] ?? 0)
    const m = (mean[i] ?? 0) * n
    const x = (c0[i] ?? 0) * n - (m0[i] ?? 0) * m
    const y = (c1[i] ?? 0) * n - (m1[i] ?? 0) * m
    const z = (c2[i] ?? 0) * n - (m2[i] ?? 0) * m
    const a0 = (rr[i] ?? 0) * x + (rg[i] ?? 0) * y + (rb[i] ?? 0) * z
    const a1 = (rg[i] ?? 0) * x + (gg[i] ?? 0) * y + (gb[i] ?? 0) * z
    const a2 = (rb[i] ?? 0) * x + (gb[i] ?? 0) * y + (bb[i] ?? 0) * z
    c0[i] = a0
    c1[i] = a1
    c2[i] = a2
    mean[i] = m - a0 * (m0[i] ?? 0) - a1 * (m1[i] ?? 0) - a2 * (m2[i] ?? 0)
  }
  boxSum(c0, c0, box, width, height, radius)
  boxSum(c1, c1, box, width, height, radius)
  boxSum(c2, c2, box, width, height, radius)
  boxSum(mean, mean, box, width, height, radius)
}

/** Colour guided filter (He, Sun, Tang: Guided Image Filtering, TPAMI 2013). */
export function guidedFilter(guide: Guide, source: Float32Array, radius: number, eps: number): Float32Array {
  const size = guide.width * guide.height
  const stats = windowStatistics(guide, radius, eps)
  const work = fitScratch(size)
  fitAndSum(guide, stats, source, radius, work)
  const [a0, a1, a2] = work.cross
  const [i0, i1, i2] = guide.planes
  const out = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    out[i] =
      ((a0[i] ?? 0) * (i0[i] ?? 0) +
        (a1[i] ?? 0) * (i1[i] ?? 0) +
        (a2[i] ?? 0) * (i2[i] ?? 0) +
        (work.mean[i] ?? 0)) /
      (stats.counts[i] ?? 0)
  }
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
  const stats = windowStatistics(small, radius, eps)
  const work = fitScratch(source.length)
  fitAndSum(small, stats, source, radius, work)
  const full = (sums: Float32Array) => {
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) / (stats.counts[i] ?? 1)
    return enlarge({ width: small.width, height: small.height, data: sums }, guide.width, guide.height).data
  }
  const out = full(work.mean)
  for (const channel of CHANNELS) {
    const slope = full(work.cross[channel])
    const plane = guide.planes[channel]
    for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + (slope[i] ?? 0) * (plane[i] ?? 0)
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
}

/**
 * Alpha by conjugate gradient on the matting Laplacian, applied through box filters and never
 * stored (He, Sun, Tang: Fast Matting Using Large Kernel Matting Laplacian Matrices, CVPR 2010).
 * Starts from `wanted`; returns values clamped to 0..1.
 */
export function solveMatte(problem: MattingProblem): Float32Array {
  const { guide, wanted, trust, radius, eps } = problem
  const size = guide.width * guide.height
  const stats = windowStatistics(guide, radius, eps)
  const work = fitScratch(size)
  const [i0, i1, i2] = guide.planes
  const apply = (p: Float32Array, out: Float32Array) => {
    fitAndSum(guide, stats, p, radius, work)
    const [a0, a1, a2] = work.cross
    for (let i = 0; i < size; i++) {
      const fitted =
        (a0[i] ?? 0) * (i0[i] ?? 0) +
        (a1[i] ?? 0) * (i1[i] ?? 0) +
        (a2[i] ?? 0) * (i2[i] ?? 0) +
        (work.mean[i] ?? 0)
      out[i] = ((stats.counts[i] ?? 0) + (trust[i] ?? 0)) * (p[i] ?? 0) - fitted
    }
  }
  const alpha = new Float32Array(wanted)
  const product = new Float32Array(size)
  const residual = new Float32Array(size)
  const direction = new Float32Array(size)
  apply(alpha, product)
  let energy = 0
  for (let i = 0; i < size; i++) {
    const scale = 1 / ((stats.counts[i] ?? 0) * 0.5 + (trust[i] ?? 0))
    const r = (trust[i] ?? 0) * (wanted[i] ?? 0) - (product[i] ?? 0)
    residual[i] = r
    direction[i] = r * scale
    energy += r * r * scale
  }
  const target = energy * problem.tolerance * problem.tolerance
  for (let step = 0; step < problem.iterations && energy > target && energy > 0; step++) {
    apply(direction, product)
    let curvature = 0
    for (let i = 0; i < size; i++) curvature += (direction[i] ?? 0) * (product[i] ?? 0)
    if (!(curvature > 0)) break
    const length = energy / curvature
    let next = 0
    for (let i = 0; i < size; i++) {
      alpha[i] = (alpha[i] ?? 0) + length * (direction[i] ?? 0)
      const r = (residual[i] ?? 0) - length * (product[i] ?? 0)
      residual[i] = r
      next += (r * r) / ((stats.counts[i] ?? 0) * 0.5 + (trust[i] ?? 0))
    }
    const keep = next / energy
    for (let i = 0; i < size; i++) {
      direction[i] =
        (residual[i] ?? 0) / ((stats.counts[i] ?? 0) * 0.5 + (trust[i] ?? 0)) + keep * (direction[i] ?? 0)
    }
    energy = next
  }
  for (let i = 0; i < size; i++) alpha[i] = Math.min(1, Math.max(0, alpha[i] ?? 0))
  return alpha
}
