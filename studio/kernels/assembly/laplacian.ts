// The matting Laplacian, applied through fits and never stored, and the conjugate gradient on it.
import { dot3, fit, Fitting, guidePlane, MEAN_SLOPES, plane } from './fitting'
import { firstLanes, store4, sum4 } from './math'
import { overRanges } from './ranges'

class Problem {
  fitting: Fitting
  wanted: usize
  trust: usize
  /** Starts as `wanted`, ends as the solution within the fitting's ranges, 0..1. */
  alpha: usize
  /** Planes to work with; `counts`: how many pixels each window holds. */
  product: usize
  residual: usize
  direction: usize
  counts: usize
  /** What the Laplacian is applied to: `alpha` or `direction`. */
  input: usize
  /** How far the next step goes, and what share of the last direction the next one keeps. */
  length: f32
  keep: f32
}

/** Conjugate gradient on the Laplacian, diagonal preconditioner. */
export function solveMatte(pointer: usize, iterations: i32, tolerance: f64): void {
  const s = changetype<Problem>(pointer)
  const ranges = s.fitting.ranges
  // Outside the ranges alpha stays as it is.
  memory.fill(s.direction, 0, usize(s.fitting.width * s.fitting.height) << 2)
  overRanges(ranges, s, countWindows)
  applyTo(s, s.alpha)
  let energy = overRanges(ranges, s, start)
  const target = energy * tolerance * tolerance
  for (let step = 0; step < iterations && energy > target; step++) {
    const curvature = applyTo(s, s.direction)
    if (!(curvature > 0)) break
    s.length = f32(energy / curvature)
    const next = overRanges(ranges, s, stepOn)
    s.keep = f32(next / energy)
    overRanges(ranges, s, turn)
    energy = next
  }
  overRanges(ranges, s, clampAlpha)
}

/** Matting Laplacian and trust, applied to a plane; @returns the product with the plane itself */
function applyTo(s: Problem, plane: usize): f64 {
  s.input = plane
  fit(changetype<usize>(s.fitting), plane)
  return overRanges(s.fitting.ranges, s, pull)
}

function countWindows(s: Problem, from: i32, to: i32): f64 {
  const f = s.fitting
  const y = from / f.width
  const down = min(f.height - 1, y + f.radius) - max(0, y - f.radius) + 1
  for (let i = from; i < to; i++) {
    const x = i - y * f.width
    const across = min(f.width - 1, x + f.radius) - max(0, x - f.radius) + 1
    store<f32>(s.counts + (usize(i) << 2), f32(across * down))
  }
  return 0
}

function pull(s: Problem, from: i32, to: i32): f64 {
  const f = s.fitting
  const stride = usize(f.width * f.height) << 2
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const slopes = plane(f, MEAN_SLOPES) + at
    const guide = guidePlane(f, 0) + at
    const a0 = v128.load(slopes)
    const a1 = v128.load(slopes + stride)
    const a2 = v128.load(slopes + 2 * stride)
    const sloped = dot3(
      a0,
      v128.load(guide),
      a1,
      v128.load(guide + stride),
      a2,
      v128.load(guide + 2 * stride),
    )
    const own = v128.load(s.input + at)
    const off = own - (sloped + v128.load(slopes + 3 * stride))
    const held = v128.load(s.trust + at) * own
    const pulled = v128.load(s.counts + at) * off + held
    store4(s.product + at, pulled, to - i)
    sum = sum + counted(pulled * own, to - i)
  }
  return sum4(sum)
}

/** One over the Laplacian's diagonal. */
function scaleAt(s: Problem, at: usize): v128 {
  const half = v128.load(s.counts + at) * f32x4.splat(0.5)
  return f32x4.splat(1) / (half + v128.load(s.trust + at))
}

/** What is to be counted of four values of which the last may lie beyond the range. */
function counted(values: v128, left: i32): v128 {
  return left >= 4 ? values : v128.and(values, firstLanes(left))
}

/** First residual and direction; @returns the residual's energy */
function start(s: Problem, from: i32, to: i32): f64 {
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const held = v128.load(s.trust + at) * v128.load(s.wanted + at)
    const rest = held - v128.load(s.product + at)
    const way = rest * scaleAt(s, at)
    store4(s.residual + at, rest, to - i)
    store4(s.direction + at, way, to - i)
    sum = sum + counted(rest * way, to - i)
  }
  return sum4(sum)
}

/** One step along the direction; @returns the energy left */
function stepOn(s: Problem, from: i32, to: i32): f64 {
  const far = f32x4.splat(s.length)
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const moved = v128.load(s.alpha + at) + far * v128.load(s.direction + at)
    store4(s.alpha + at, moved, to - i)
    const rest = v128.load(s.residual + at) - far * v128.load(s.product + at)
    store4(s.residual + at, rest, to - i)
    sum = sum + counted(rest * rest * scaleAt(s, at), to - i)
  }
  return sum4(sum)
}

/** The next direction: the scaled residual and a share of the last one. */
function turn(s: Problem, from: i32, to: i32): f64 {
  const share = f32x4.splat(s.keep)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const own = v128.load(s.residual + at) * scaleAt(s, at)
    store4(s.direction + at, own + share * v128.load(s.direction + at), to - i)
  }
  return 0
}

function clampAlpha(s: Problem, from: i32, to: i32): f64 {
  for (let i = from; i < to; i++) {
    const at = s.alpha + (usize(i) << 2)
    store<f32>(at, max<f32>(0, min<f32>(1, load<f32>(at))))
  }
  return 0
}
