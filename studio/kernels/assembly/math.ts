// Vectors of four float32.

/** What arithmetic signs mean between vectors: see `operators.mjs`. */
abstract class Operators {
  @inline @operator('+') static add(a: v128, b: v128): v128 {
    return f32x4.add(a, b)
  }
  @inline @operator('-') static sub(a: v128, b: v128): v128 {
    return f32x4.sub(a, b)
  }
  @inline @operator('*') static mul(a: v128, b: v128): v128 {
    return f32x4.mul(a, b)
  }
  @inline @operator('/') static div(a: v128, b: v128): v128 {
    return f32x4.div(a, b)
  }
}

const LOG2_E: f32 = 1.4426950408889634

/** e^x of four values, -87 to 88; relative error below 2e-7. */
export function exp4(x: v128): v128 {
  const power = f32x4.pmax(f32x4.splat(-87), f32x4.pmin(f32x4.splat(88), x)) * f32x4.splat(LOG2_E)
  const whole = f32x4.nearest(power)
  // 2^t for t in -1/2..1/2 by its series.
  const t = (power - whole) * f32x4.splat(0.6931471805599453)
  let sum = f32x4.splat(1.0 / 720)
  sum = sum * t + f32x4.splat(1.0 / 120)
  sum = sum * t + f32x4.splat(1.0 / 24)
  sum = sum * t + f32x4.splat(1.0 / 6)
  sum = sum * t + f32x4.splat(0.5)
  sum = sum * t + f32x4.splat(1)
  sum = sum * t + f32x4.splat(1)
  return sum * i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23)
}

/** Stores four values, or of the last ones of a row only the `left` that are its own. */
export function store4(at: usize, values: v128, left: i32): void {
  v128.store(at, left >= 4 ? values : v128.bitselect(values, v128.load(at), firstLanes(left)))
}

/** All bits of the first so many of four lanes. */
export function firstLanes(count: i32): v128 {
  return i32x4.gt_s(i32x4.splat(count), i32x4(0, 1, 2, 3))
}

/** The four values added up. */
export function sum4(values: v128): f64 {
  return (
    f64(f32x4.extract_lane(values, 0)) +
    f64(f32x4.extract_lane(values, 1)) +
    f64(f32x4.extract_lane(values, 2)) +
    f64(f32x4.extract_lane(values, 3))
  )
}

/** The least of four values. */
export function least4(values: v128): f32 {
  const halves = f32x4.pmin(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1))
  return min(f32x4.extract_lane(halves, 0), f32x4.extract_lane(halves, 1))
}
