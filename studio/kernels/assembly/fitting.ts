// Colour lines in windows: what the guided filter is made of (see studio/matte/guided-filter.ts).
import { store4 } from './math'
import { overRanges } from './ranges'
import { Spline, splineRow } from './soften'
import { windowMeans } from './windows'

/** Fits of planes as a·I + b on a guide's colours I in every window, as far as some pixels need them. */
export class Fitting {
  /** Planes red, green, blue, one behind the other. */
  guide: usize
  /** Eighteen planes: see `plane` and the names below. */
  planes: usize
  width: i32
  height: i32
  radius: i32
  eps: f32
  /** Ranges of the pixels, of the middles of all windows that hold one of them, and of the pixels these windows hold. */
  ranges: usize
  reach: usize
  seen: usize
  /** See `windowMeans`. */
  line: usize
  /** Planes that `multiply` multiplies. */
  left: usize
  right: usize
}

/** Window means of the guide's three planes. */
const MEANS = 0
/** Symmetric inverse of (covariance + eps·1): rr, rg, rb, gg, gb, bb. */
const INVERSE = 3
/** Of the last fit: a of each channel and b of each window, and their means over the windows that hold a pixel. */
const SLOPES = 9
const OFFSET = 12
export const MEAN_SLOPES = 13
export const MEAN_OFFSET = 16
const PRODUCT = 17

export function plane(f: Fitting, index: i32): usize {
  return f.planes + (usize(index * f.width * f.height) << 2)
}

export function guidePlane(f: Fitting, channel: i32): usize {
  return f.guide + (usize(channel * f.width * f.height) << 2)
}

function meansOver(f: Fitting, ranges: usize, source: usize, target: usize): void {
  windowMeans(source, target, f.width, f.height, f.radius, ranges, f.line)
}

/** Window means of the product of two planes. */
function meansOfProduct(f: Fitting, left: usize, right: usize, target: usize): void {
  f.left = left
  f.right = right
  overRanges(f.seen, f, multiply)
  meansOver(f, f.reach, plane(f, PRODUCT), target)
}

function multiply(f: Fitting, from: i32, to: i32): f64 {
  const out = plane(f, PRODUCT)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    store4(out + at, v128.load(f.left + at) * v128.load(f.right + at), to - i)
  }
  return 0
}

/** What all fits on the guide share: means and inverse covariances. */
export function prepareFitting(pointer: usize): void {
  const f = changetype<Fitting>(pointer)
  // Outside the ranges all slopes are 0.
  memory.fill(plane(f, MEAN_SLOPES), 0, usize(3 * f.width * f.height) << 2)
  let index = INVERSE
  for (let p = 0; p < 3; p++) {
    meansOver(f, f.reach, guidePlane(f, p), plane(f, MEANS + p))
    for (let q = p; q < 3; q++) meansOfProduct(f, guidePlane(f, p), guidePlane(f, q), plane(f, index++))
  }
  overRanges(f.reach, f, invertCovariances)
}

/** From means of products of two channels to the inverse of (covariance + eps·1), in place. */
function invertCovariances(f: Fitting, from: i32, to: i32): f64 {
  const ridge = f64(f.eps)
  const stride = usize(f.width * f.height) << 2
  for (let i = from; i < to; i++) {
    const means = plane(f, MEANS) + (usize(i) << 2)
    const at = plane(f, INVERSE) + (usize(i) << 2)
    const mr = f64(load<f32>(means))
    const mg = f64(load<f32>(means + stride))
    const mb = f64(load<f32>(means + 2 * stride))
    // Colours of a window often lie on a line: in float32 only rounding errors would be left of the determinant.
    const a = f64(load<f32>(at)) - mr * mr + ridge
    const h = f64(load<f32>(at + stride)) - mr * mg
    const c = f64(load<f32>(at + 2 * stride)) - mr * mb
    const d = f64(load<f32>(at + 3 * stride)) - mg * mg + ridge
    const e = f64(load<f32>(at + 4 * stride)) - mg * mb
    const t = f64(load<f32>(at + 5 * stride)) - mb * mb + ridge
    const ia = d * t - e * e
    const ib = c * e - h * t
    const ic = h * e - c * d
    const share = 1 / (a * ia + h * ib + c * ic)
    store<f32>(at, f32(ia * share))
    store<f32>(at + stride, f32(ib * share))
    store<f32>(at + 2 * stride, f32(ic * share))
    store<f32>(at + 3 * stride, f32((a * t - c * c) * share))
    store<f32>(at + 4 * stride, f32((h * c - a * e) * share))
    store<f32>(at + 5 * stride, f32((a * d - h * h) * share))
  }
  return 0
}

/** Fits p ≈ a·I + b in every window and leaves the means of a and b over the windows round each of the pixels. */
export function fit(pointer: usize, p: usize): void {
  const f = changetype<Fitting>(pointer)
  for (let c = 0; c < 3; c++) meansOfProduct(f, guidePlane(f, c), p, plane(f, SLOPES + c))
  meansOver(f, f.reach, p, plane(f, OFFSET))
  overRanges(f.reach, f, solveFits)
  for (let k = 0; k < 4; k++) meansOver(f, f.ranges, plane(f, SLOPES + k), plane(f, MEAN_SLOPES + k))
}

/** From window means of p·I and of p to a and b, in place. */
function solveFits(f: Fitting, from: i32, to: i32): f64 {
  const stride = usize(f.width * f.height) << 2
  for (let i = from; i < to; i += 4) {
    const means = plane(f, MEANS) + (usize(i) << 2)
    const inverse = plane(f, INVERSE) + (usize(i) << 2)
    const slopes = plane(f, SLOPES) + (usize(i) << 2)
    const offset = slopes + 3 * stride
    const mean = v128.load(offset)
    const m0 = v128.load(means)
    const m1 = v128.load(means + stride)
    const m2 = v128.load(means + 2 * stride)
    const x = v128.load(slopes) - m0 * mean
    const y = v128.load(slopes + stride) - m1 * mean
    const z = v128.load(slopes + 2 * stride) - m2 * mean
    const v01 = v128.load(inverse + stride)
    const v02 = v128.load(inverse + 2 * stride)
    const v12 = v128.load(inverse + 4 * stride)
    const a0 = dot3(v128.load(inverse), x, v01, y, v02, z)
    const a1 = dot3(v01, x, v128.load(inverse + 3 * stride), y, v12, z)
    const a2 = dot3(v02, x, v12, y, v128.load(inverse + 5 * stride), z)
    store4(slopes, a0, to - i)
    store4(slopes + stride, a1, to - i)
    store4(slopes + 2 * stride, a2, to - i)
    store4(offset, mean - dot3(a0, m0, a1, m1, a2, m2), to - i)
  }
  return 0
}

/**
 * a·I + b at the size of a guide, from a and b on fewer pixels.
 * @param splines of a's three channels and of b; @param lines four rows of the width, with room for 4 pixels more
 * each
 */
export function applyFit(
  splines: usize,
  guide: usize,
  width: i32,
  height: i32,
  lines: usize,
  out: usize,
): void {
  const plane = usize(width * height) << 2
  const line = (usize(width) << 2) + 16
  for (let y = 0; y < height; y++) {
    for (let k: usize = 0; k < 4; k++) splineRow(load<Spline>(splines + (k << 2)), y, lines + k * line)
    for (let x = 0; x < width; x += 4) {
      const at = usize(y * width + x) << 2
      const a = lines + (usize(x) << 2)
      const colour = guide + at
      const own = dot3(
        v128.load(a),
        v128.load(colour),
        v128.load(a + line),
        v128.load(colour + plane),
        v128.load(a + 2 * line),
        v128.load(colour + 2 * plane),
      )
      store4(out + at, own + v128.load(a + 3 * line), width - x)
    }
  }
}

export function dot3(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return a * x + b * y + c * z
}
