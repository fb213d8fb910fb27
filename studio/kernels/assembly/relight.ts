import { exp4, firstLanes, log4, store4 } from './math'
import { clamp4, lookup4, smoothstep4 } from './pixels'

// Normals of a relief and light on them; planes of cells.

/** Steps of the table of linear light by code value. */
const LINEAR_STEPS: f32 = 1023

/** Linear luminance of code values, times coverage. @param linear light by step of code value */
export function lightOfCodes(
  r: usize,
  g: usize,
  b: usize,
  alpha: usize,
  linear: usize,
  count: i32,
  out: usize,
): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const red = f32x4.mul(linear4(linear, v128.load(r + at)), f32x4.splat(0.2126))
    const green = f32x4.mul(linear4(linear, v128.load(g + at)), f32x4.splat(0.7152))
    const blue = f32x4.mul(linear4(linear, v128.load(b + at)), f32x4.splat(0.0722))
    const light = f32x4.add(f32x4.add(red, green), blue)
    v128.store(out + at, f32x4.mul(light, v128.load(alpha + at)))
  }
}

function linear4(table: usize, code: v128): v128 {
  return lookup4(table, f32x4.mul(clamp4(code, 0, 1), f32x4.splat(LINEAR_STEPS)))
}

/** Natural logarithms, in place. @param least what values count as at least, above 0 */
export function logs(values: usize, least: f32, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(values + at, log4(f32x4.pmax(f32x4.splat(least), v128.load(values + at))))
  }
}

/** e to the power of the values, in place. */
export function powers(values: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(values + at, exp4(v128.load(values + at)))
  }
}

/** Distances from an outline → heights of a cushion that is round up to `radius` from it, in place. */
export function cushion(depth: usize, radius: f32, count: i32): void {
  const one = f32x4.splat(1)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const t = f32x4.mul(v128.load(depth + at), f32x4.splat(f32(1) / radius))
    const away = f32x4.sub(one, f32x4.pmin(one, t))
    const height = f32x4.sqrt(f32x4.sub(one, f32x4.mul(away, away)))
    v128.store(depth + at, f32x4.mul(height, f32x4.splat(radius)))
  }
}

/** Unit normals of a relief. @param slope how steep it is taken; @param x, y, z planes to write */
export function normals(
  relief: usize,
  width: i32,
  height: i32,
  slope: f32,
  x: usize,
  y: usize,
  z: usize,
): void {
  for (let row = 0; row < height; row++) {
    const middle = relief + (usize(row * width) << 2)
    const above = relief + (usize(max(0, row - 1) * width) << 2)
    const below = relief + (usize(min(height - 1, row + 1) * width) << 2)
    for (let column = 0; column < width; column++) {
      const at = usize(column) << 2
      const left = load<f32>(middle + (usize(max(0, column - 1)) << 2))
      const right = load<f32>(middle + (usize(min(width - 1, column + 1)) << 2))
      const dx = (right - left) * f32(0.5) * slope
      const dy = (load<f32>(below + at) - load<f32>(above + at)) * f32(0.5) * slope
      const share = f32(1) / sqrt(dx * dx + dy * dy + f32(1))
      const to = (usize(row * width) << 2) + at
      store<f32>(x + to, -dx * share)
      store<f32>(y + to, -dy * share)
      store<f32>(z + to, share)
    }
  }
}

/** Normals become those of the head as far as the face reaches: x, y and z planes one after the other, `count` values each. */
export function mixNormals(body: usize, head: usize, face: usize, count: i32): void {
  const plane = usize(count) << 2
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const share = smoothstep4(0.35, 0.95, v128.load(face + at))
    const x = mixed(body + at, head + at, share)
    const y = mixed(body + plane + at, head + plane + at, share)
    const z = mixed(body + 2 * plane + at, head + 2 * plane + at, share)
    const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))
    const unit = f32x4.div(f32x4.splat(1), f32x4.pmax(f32x4.splat(1e-6), f32x4.sqrt(squared)))
    const left = count - i
    store4(body + at, f32x4.mul(x, unit), left)
    store4(body + plane + at, f32x4.mul(y, unit), left)
    store4(body + 2 * plane + at, f32x4.mul(z, unit), left)
  }
}

function mixed(a: usize, b: usize, share: v128): v128 {
  const from = v128.load(a)
  return f32x4.add(from, f32x4.mul(f32x4.sub(v128.load(b), from), share))
}

const TERMS = 9

/** A real spherical harmonic up to order 2 without its constant (Ramamoorthi, Hanrahan 2001). */
function harmonic(term: i32, x: v128, y: v128, z: v128): v128 {
  switch (term) {
    case 0:
      return f32x4.splat(1)
    case 1:
      return y
    case 2:
      return z
    case 3:
      return x
    case 4:
      return f32x4.mul(x, y)
    case 5:
      return f32x4.mul(y, z)
    case 6:
      return f32x4.sub(f32x4.mul(f32x4.mul(z, z), f32x4.splat(3)), f32x4.splat(1))
    case 7:
      return f32x4.mul(x, z)
    default:
      return f32x4.sub(f32x4.mul(x, x), f32x4.mul(y, y))
  }
}

/**
 * Sums for the least squares of nine harmonics to the light on normals.
 * @param normals x, y and z planes one after the other; @param weight cells of less than 1/2 do not count
 * @param work 36 float32; @param sums float64: 9x9 products of harmonics, 9 of them with the light, the weights' own
 */
export function sumHarmonics(
  normals: usize,
  light: usize,
  weight: usize,
  count: i32,
  work: usize,
  sums: usize,
): void {
  const plane = usize(count) << 2
  for (let k = 0; k < TERMS * (TERMS + 1) + 1; k++) store<f64>(sums + (usize(k) << 3), 0)
  const total = sums + TERMS * (TERMS + 1) * 8
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const own = v128.load(weight + at)
    const counts = v128.and(f32x4.ge(own, f32x4.splat(0.5)), firstLanes(count - i))
    if (!v128.any_true(counts)) continue
    const w = v128.and(counts, own)
    const x = v128.load(normals + at)
    const y = v128.load(normals + plane + at)
    const z = v128.load(normals + 2 * plane + at)
    for (let p = 0; p < TERMS; p++) v128.store(work + (usize(p) << 4), v128.and(counts, harmonic(p, x, y, z)))
    const lit = f32x4.mul(w, v128.and(counts, v128.load(light + at)))
    for (let p = 0; p < TERMS; p++) {
      const term = v128.load(work + (usize(p) << 4))
      const weighted = f32x4.mul(w, term)
      for (let q = p; q < TERMS; q++)
        addTo(sums + (usize(p * TERMS + q) << 3), f32x4.mul(weighted, v128.load(work + (usize(q) << 4))))
      addTo(sums + (usize(TERMS * TERMS + p) << 3), f32x4.mul(lit, term))
    }
    addTo(total, w)
  }
  for (let p = 0; p < TERMS; p++)
    for (let q = 0; q < p; q++)
      store<f64>(sums + (usize(p * TERMS + q) << 3), load<f64>(sums + (usize(q * TERMS + p) << 3)))
}

function addTo(sum: usize, values: v128): void {
  const low = f64x2.promote_low_f32x4(values)
  const high = f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 2, 3, 2, 3))
  const both = f64x2.add(low, high)
  store<f64>(sum, load<f64>(sum) + f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1))
}

/**
 * The old light by its harmonics and the log of a soft key's, on normals.
 * @param terms float32, nine; @param key direction to the lamp, x, y, z
 * @param sums float64: both, weighted by the skin above 1/2, and the weights
 */
export function lightOnNormals(
  normals: usize,
  terms: usize,
  key: usize,
  skin: usize,
  count: i32,
  old: usize,
  fresh: usize,
  sums: usize,
): void {
  const plane = usize(count) << 2
  for (let k = 0; k < 3; k++) store<f64>(sums + (usize(k) << 3), 0)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const x = v128.load(normals + at)
    const y = v128.load(normals + plane + at)
    const z = v128.load(normals + 2 * plane + at)
    let sum = f32x4.splat(0)
    for (let p = 0; p < TERMS; p++)
      sum = f32x4.add(sum, f32x4.mul(harmonic(p, x, y, z), v128.load32_splat(terms + (usize(p) << 2))))
    const facing = f32x4.add(
      f32x4.add(f32x4.mul(x, v128.load32_splat(key)), f32x4.mul(y, v128.load32_splat(key + 4))),
      f32x4.mul(z, v128.load32_splat(key + 8)),
    )
    // Half-Lambert: a large source wraps round the cheek without a hard terminator.
    const half = f32x4.add(f32x4.mul(facing, f32x4.splat(0.5)), f32x4.splat(0.5))
    const soft = f32x4.pmax(f32x4.splat(0), half)
    const lit = log4(f32x4.add(f32x4.splat(0.3), f32x4.mul(soft, soft)))
    v128.store(old + at, sum)
    v128.store(fresh + at, lit)
    const own = v128.load(skin + at)
    const counts = v128.and(f32x4.gt(own, f32x4.splat(0.5)), firstLanes(count - i))
    if (!v128.any_true(counts)) continue
    addTo(sums, v128.and(counts, f32x4.mul(sum, own)))
    addTo(sums + 8, v128.and(counts, f32x4.mul(lit, own)))
    addTo(sums + 16, v128.and(counts, own))
  }
}

/** Share of the limit for what gets darker: a lamp adds light to a face and takes none; shade deepened is a stain. */
const DARKENED: f32 = 0.5

/** Log gains from the old light to the new, each about its mean. @param old becomes the gains */
export function gainsOfLight(
  old: usize,
  fresh: usize,
  face: usize,
  oldMean: f32,
  freshMean: f32,
  flatten: f32,
  key: f32,
  limit: f32,
  count: i32,
): void {
  const one = f32x4.splat(1)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    // Beyond the face the fit extrapolates, so the old light is left alone there.
    const trust = smoothstep4(0.05, 0.7, v128.load(face + at))
    const uneven = clamp4(f32x4.sub(v128.load(old + at), f32x4.splat(oldMean)), -0.9, 0.9)
    const even = f32x4.mul(f32x4.mul(trust, uneven), f32x4.splat(-flatten))
    const reach = f32x4.add(f32x4.splat(0.55), f32x4.mul(trust, f32x4.splat(0.45)))
    const lit = f32x4.sub(v128.load(fresh + at), f32x4.splat(freshMean))
    const shape = f32x4.mul(f32x4.mul(reach, lit), f32x4.splat(key))
    const wanted = f32x4.add(even, shape)
    const most = v128.bitselect(
      f32x4.splat(limit),
      f32x4.splat(limit * DARKENED),
      f32x4.gt(wanted, f32x4.splat(0)),
    )
    // tanh a = 1 - 2 / (e^2a + 1)
    const power = exp4(f32x4.div(f32x4.add(wanted, wanted), most))
    const bent = f32x4.sub(one, f32x4.div(f32x4.splat(2), f32x4.add(power, one)))
    v128.store(old + at, f32x4.mul(bent, most))
  }
}
