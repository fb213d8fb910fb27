// Fine detail of a picture and means of it on either side of an outline (see studio/matte/texture-opinion.ts).
import { store4 } from './math'
import { bytes4 } from './pixels'

/** a = |a - b|, `most` at most. */
export function difference(a: usize, b: usize, count: i32, most: f32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const apart = f32x4.abs(f32x4.sub(v128.load(a + at), v128.load(b + at)))
    store4(a + at, f32x4.pmin(f32x4.splat(most), apart), count - i)
  }
}

/**
 * The values where it is known on which side of the outline a pixel lies, on one side and less than `within` from the
 * outline, with weight 1; elsewhere both are 0.
 * @param sides above one half inside
 */
export function pickSide(
  known: usize,
  sides: usize,
  fromOutline: usize,
  inside: bool,
  within: f32,
  values: usize,
  count: i32,
  picked: usize,
  weights: usize,
): void {
  const flip = i32x4.splat(inside ? 0 : -1)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const sure = i32x4.ne(bytes4(known + usize(i)), i32x4.splat(0))
    const side = v128.xor(f32x4.gt(v128.load(sides + at), f32x4.splat(0.5)), flip)
    const near = f32x4.lt(v128.load(fromOutline + at), f32x4.splat(within))
    const counts = v128.and(v128.and(sure, side), near)
    store4(picked + at, v128.and(counts, v128.load(values + at)), count - i)
    store4(weights + at, v128.and(counts, f32x4.splat(1)), count - i)
  }
}
