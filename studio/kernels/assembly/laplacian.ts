// The matting Laplacian, applied through fits and never stored, and the conjugate gradient on it.
import { dot3, fit, Fitting, guidePlane, MEAN_OFFSET, MEAN_SLOPES, plane } from './fitting'
import { firstLanes, store4, sum4 } from './math'

/** How many pixels each window holds. */
function countWindows(f: Fitting, counts: usize): void {
  for (let y = 0; y < f.height; y++) {
    const down = min(f.height - 1, y + f.radius) - max(0, y - f.radius) + 1
    for (let x = 0; x < f.width; x++) {
      const across = min(f.width - 1, x + f.radius) - max(0, x - f.radius) + 1
      store<f32>(counts + (usize(y * f.width + x) << 2), f32(across * down))
    }
  }
}

/** Matting Laplacian and trust, applied to p. */
function applyLaplacian(
  pointer: usize,
  p: usize,
  out: usize,
  counts: usize,
  trust: usize,
  ranges: usize,
  rangeCount: i32,
): void {
  const f = changetype<Fitting>(pointer)
  fit(pointer, p)
  const i0 = guidePlane(f, 0)
  const i1 = guidePlane(f, 1)
  const i2 = guidePlane(f, 2)
  const a0 = plane(f, MEAN_SLOPES)
  const a1 = plane(f, MEAN_SLOPES + 1)
  const a2 = plane(f, MEAN_SLOPES + 2)
  const b = plane(f, MEAN_OFFSET)
  for (let k = 0; k < rangeCount; k++) {
    const range = ranges + usize(k) * 8
    const to = load<i32>(range, 4)
    for (let i = load<i32>(range); i < to; i += 4) {
      const at = usize(i) << 2
      const slopes = dot3(
        v128.load(a0 + at),
        v128.load(i0 + at),
        v128.load(a1 + at),
        v128.load(i1 + at),
        v128.load(a2 + at),
        v128.load(i2 + at),
      )
      const fitted = f32x4.add(slopes, v128.load(b + at))
      const own = v128.load(p + at)
      const count = v128.load(counts + at)
      const pulled = f32x4.add(
        f32x4.mul(count, f32x4.sub(own, fitted)),
        f32x4.mul(v128.load(trust + at), own),
      )
      store4(out + at, pulled, to - i)
    }
  }
}

/**
 * Conjugate gradient on the Laplacian, diagonal preconditioner.
 * @param alpha starts as `wanted`, ends as the solution within the ranges, 0..1
 * @param work four planes: product, residual, direction, counts
 */
export function solveMatte(
  pointer: usize,
  wanted: usize,
  trust: usize,
  alpha: usize,
  work: usize,
  ranges: usize,
  rangeCount: i32,
  iterations: i32,
  tolerance: f64,
): void {
  const f = changetype<Fitting>(pointer)
  const bytes = usize(f.width * f.height) << 2
  const product = work
  const residual = product + bytes
  const direction = residual + bytes
  const counts = direction + bytes
  // Outside the ranges alpha stays as it is.
  memory.fill(direction, 0, bytes)
  countWindows(f, counts)
  applyLaplacian(pointer, alpha, product, counts, trust, ranges, rangeCount)
  let energy: f64 = 0
  for (let k = 0; k < rangeCount; k++) {
    const range = ranges + usize(k) * 8
    energy += startRange(
      wanted,
      trust,
      counts,
      product,
      residual,
      direction,
      load<i32>(range),
      load<i32>(range, 4),
    )
  }
  const target = energy * tolerance * tolerance
  for (let step = 0; step < iterations && energy > target && energy > 0; step++) {
    applyLaplacian(pointer, direction, product, counts, trust, ranges, rangeCount)
    let curvature: f64 = 0
    for (let k = 0; k < rangeCount; k++) {
      const range = ranges + usize(k) * 8
      curvature += dotRange(direction, product, load<i32>(range), load<i32>(range, 4))
    }
    if (!(curvature > 0)) break
    const length = f32(energy / curvature)
    let next: f64 = 0
    for (let k = 0; k < rangeCount; k++) {
      const range = ranges + usize(k) * 8
      const from = load<i32>(range)
      const to = load<i32>(range, 4)
      next += stepRange(alpha, residual, direction, product, counts, trust, length, from, to)
    }
    const keep = f32(next / energy)
    for (let k = 0; k < rangeCount; k++) {
      const range = ranges + usize(k) * 8
      turnRange(direction, residual, counts, trust, keep, load<i32>(range), load<i32>(range, 4))
    }
    energy = next
  }
  for (let k = 0; k < rangeCount; k++) {
    const range = ranges + usize(k) * 8
    const to = load<i32>(range, 4)
    for (let i = load<i32>(range); i < to; i += 4) {
      const at = alpha + (usize(i) << 2)
      store4(at, f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), v128.load(at))), to - i)
    }
  }
}

/** One over the Laplacian's diagonal. */
function scaleAt(counts: usize, trust: usize, at: usize): v128 {
  const diagonal = f32x4.add(f32x4.mul(v128.load(counts + at), f32x4.splat(0.5)), v128.load(trust + at))
  return f32x4.div(f32x4.splat(1), diagonal)
}

/** What is to be counted of four values of which the last may lie beyond the range. */
function counted(values: v128, left: i32): v128 {
  return left >= 4 ? values : v128.and(values, firstLanes(left))
}

/** First residual and direction; @returns the residual's energy */
function startRange(
  wanted: usize,
  trust: usize,
  counts: usize,
  product: usize,
  residual: usize,
  direction: usize,
  from: i32,
  to: i32,
): f64 {
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const scale = scaleAt(counts, trust, at)
    const rest = f32x4.sub(f32x4.mul(v128.load(trust + at), v128.load(wanted + at)), v128.load(product + at))
    const way = f32x4.mul(rest, scale)
    store4(residual + at, rest, to - i)
    store4(direction + at, way, to - i)
    sum = f32x4.add(sum, counted(f32x4.mul(rest, way), to - i))
  }
  return sum4(sum)
}

function dotRange(a: usize, b: usize, from: i32, to: i32): f64 {
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    sum = f32x4.add(sum, counted(f32x4.mul(v128.load(a + at), v128.load(b + at)), to - i))
  }
  return sum4(sum)
}

/** One step along the direction; @returns the energy left */
function stepRange(
  alpha: usize,
  residual: usize,
  direction: usize,
  product: usize,
  counts: usize,
  trust: usize,
  length: f32,
  from: i32,
  to: i32,
): f64 {
  const far = f32x4.splat(length)
  let sum = f32x4.splat(0)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const moved = f32x4.add(v128.load(alpha + at), f32x4.mul(far, v128.load(direction + at)))
    store4(alpha + at, moved, to - i)
    const rest = f32x4.sub(v128.load(residual + at), f32x4.mul(far, v128.load(product + at)))
    store4(residual + at, rest, to - i)
    const energy = f32x4.mul(f32x4.mul(rest, rest), scaleAt(counts, trust, at))
    sum = f32x4.add(sum, counted(energy, to - i))
  }
  return sum4(sum)
}

/** The next direction: the scaled residual and a share of the last one. */
function turnRange(
  direction: usize,
  residual: usize,
  counts: usize,
  trust: usize,
  keep: f32,
  from: i32,
  to: i32,
): void {
  const share = f32x4.splat(keep)
  for (let i = from; i < to; i += 4) {
    const at = usize(i) << 2
    const own = f32x4.mul(v128.load(residual + at), scaleAt(counts, trust, at))
    store4(direction + at, f32x4.add(own, f32x4.mul(share, v128.load(direction + at))), to - i)
  }
}
