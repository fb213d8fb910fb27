// The last steps of a matte at full size (see studio/matte/matte.ts). Alpha is float32, 0..1, and changed in place.
import { store4 } from './math'
import { clamp4, hermite4, smoothstep4 } from './pixels'

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

/**
 * Draws one row's outline firm: cloth by `smooth`, the jaw by `soft`.
 * @param drawn bytes of the row at half size, 1 on the shoulders' drawn edge
 * @param low how much of the row is cloth anyway, 0..1
 */
function tailorRow(
  alpha: usize,
  soft: usize,
  smooth: usize,
  skin: usize,
  drawn: usize,
  width: i32,
  low: f32,
): void {
  const row = f32x4.splat(low)
  const zero = f32x4.splat(0)
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    const pair = drawn + (usize(x) >> 1)
    const edge = i32x4(load<u8>(pair), load<u8>(pair), load<u8>(pair, 1), load<u8>(pair, 1))
    const cloth = v128.bitselect(f32x4.splat(1), row, i32x4.gt_s(edge, i32x4.splat(0)))
    const jaw = smoothstep4(0.02, 0.2, v128.load(skin + at))
    const share = f32x4.pmax(cloth, jaw)
    if (!v128.any_true(f32x4.gt(share, zero))) continue
    const calm = v128.load(soft + at)
    const line = f32x4.add(calm, f32x4.mul(f32x4.sub(v128.load(smooth + at), calm), cloth))
    const spread = f32x4.mul(cloth, f32x4.splat(0.1))
    const low = f32x4.add(f32x4.splat(0.22), spread)
    const high = f32x4.sub(f32x4.splat(0.78), spread)
    const firm = hermite4(f32x4.div(f32x4.sub(line, low), f32x4.sub(high, low)))
    const value = v128.load(alpha + at)
    store4(alpha + at, f32x4.add(value, f32x4.mul(f32x4.sub(firm, value), share)), width - x)
  }
}

/** `tailorRow` from a row on; @param lows float32 per row */
export function tailor(
  alpha: usize,
  soft: usize,
  smooth: usize,
  skin: usize,
  drawn: usize,
  width: i32,
  height: i32,
  top: i32,
  lows: usize,
): void {
  const half = (width + 1) / 2
  for (let y = top; y < height; y++) {
    const at = usize(y * width) << 2
    const edge = drawn + usize((y >> 1) * half)
    tailorRow(alpha + at, soft + at, smooth + at, skin + at, edge, width, load<f32>(lows + (usize(y) << 2)))
  }
}
