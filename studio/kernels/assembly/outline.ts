// The last steps of a matte at full size (see studio/matte/matte.ts). Alpha is float32, 0..1, and changed in place.
import { store4 } from './math'
import { clamp4 } from './pixels'

/** Takes the haze off what is nearly empty, closes what is nearly full, the middle keeps its slope; never above `limit`. */
export function settle(alpha: usize, limit: usize, count: i32): void {
  const one = f32x4.splat(1)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const stretched = f32x4.div(f32x4.sub(v128.load(alpha + at), f32x4.splat(0.07)), f32x4.splat(0.86))
    const t = clamp4(stretched, 0, 1)
    const bend = f32x4.mul(f32x4.mul(t, f32x4.sub(one, t)), f32x4.sub(t, f32x4.splat(0.45)))
    const settled = f32x4.add(t, f32x4.mul(f32x4.splat(0.6), bend))
    store4(alpha + at, f32x4.pmin(v128.load(limit + at), settled), count - i)
  }
}

/** What is all but empty or full becomes it. */
export function snap(alpha: usize, count: i32): void {
  const one = f32x4.splat(1)
  for (let i = 0; i < count; i += 4) {
    const at = alpha + (usize(i) << 2)
    const value = v128.load(at)
    const kept = v128.and(value, f32x4.ge(value, f32x4.splat(0.01)))
    store4(at, v128.bitselect(one, kept, f32x4.gt(value, f32x4.splat(0.99))), count - i)
  }
}
