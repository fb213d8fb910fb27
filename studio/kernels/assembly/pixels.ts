// Four pixels at a time: interleaved 8-bit colours, curves by table.

/** Red, green and blue of a pixel, float32 0..255, and the next one's red. */
export function colour4(at: usize): v128 {
  const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(at))
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(bytes))
}

/** One channel of the four pixels in the first 12 bytes, int32 0..255. */
export function red4(pixels: v128): v128 {
  const none = i32x4.splat(0)
  return v128.shuffle<u8>(pixels, none, 0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16)
}

export function green4(pixels: v128): v128 {
  const none = i32x4.splat(0)
  return v128.shuffle<u8>(pixels, none, 1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16)
}

export function blue4(pixels: v128): v128 {
  const none = i32x4.splat(0)
  return v128.shuffle<u8>(pixels, none, 2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16)
}

/**
 * 1.5 * 2^23: adding it to a small value rounds that value to a whole number in the last bits. The conversion
 * instruction takes seven processor instructions, because it handles values that no picture has.
 */
export const WHOLE: f32 = 12582912

/** Values rounded to int32, -2^22 to 2^22. */
export function round4(value: v128): v128 {
  const magic = f32x4.splat(WHOLE)
  return i32x4.sub(value + magic, magic)
}

/** Code values 0..1 → levels 0..255, rounded; `storePixels` clamps values beyond. */
export function level4(value: v128): v128 {
  return round4(value * f32x4.splat(255))
}

/** Stores the first `left` of four pixels, int32 levels; later pixels stay unchanged. */
export function storePixels(at: usize, r: v128, g: v128, b: v128, left: i32): void {
  const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(r, g), i16x8.narrow_i32x4_s(b, b))
  const pixels = v128.shuffle<u8>(bytes, bytes, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 0, 0, 0, 0)
  const own = i8x16.gt_s(
    i8x16.splat(i8(3 * min(4, left))),
    i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
  )
  v128.store(at, v128.bitselect(pixels, v128.load(at), own))
}

/** Values of a table of float32 at four places. */
export function gather4(table: usize, places: v128): v128 {
  let found = v128.load32_zero(table + (usize(i32x4.extract_lane(places, 0)) << 2))
  found = v128.load32_lane(table + (usize(i32x4.extract_lane(places, 1)) << 2), found, 1)
  found = v128.load32_lane(table + (usize(i32x4.extract_lane(places, 2)) << 2), found, 2)
  return v128.load32_lane(table + (usize(i32x4.extract_lane(places, 3)) << 2), found, 3)
}

/** The same between the steps of a table: straight from one value to the next. Positions of 0 or more. */
export function lookup4(table: usize, position: v128): v128 {
  const below = f32x4.floor(position)
  const share = position - below
  const step = round4(below)
  let near = v128.load64_zero(table + (usize(i32x4.extract_lane(step, 0)) << 2))
  near = v128.load64_lane(table + (usize(i32x4.extract_lane(step, 1)) << 2), near, 1)
  let far = v128.load64_zero(table + (usize(i32x4.extract_lane(step, 2)) << 2))
  far = v128.load64_lane(table + (usize(i32x4.extract_lane(step, 3)) << 2), far, 1)
  const low = v128.shuffle<f32>(near, far, 0, 2, 4, 6)
  const high = v128.shuffle<f32>(near, far, 1, 3, 5, 7)
  return low + (high - low) * share
}

export function clamp4(value: v128, low: f32, high: f32): v128 {
  return f32x4.pmin(f32x4.splat(high), f32x4.pmax(f32x4.splat(low), value))
}

/** Hermite step from 0 at `from` to 1 at `to`. */
export function smoothstep4(from: f32, to: f32, value: v128): v128 {
  const t = clamp4((value - f32x4.splat(from)) * f32x4.splat(f32(1) / (to - from)), 0, 1)
  return t * t * (f32x4.splat(3) - (t + t))
}

/** Steps of the table of `codes4`. */
const CODE_STEPS: f32 = 4095

/** Linear light → sRGB code values, clamped to 0..1. @param codes by the square root of light, where the curve is nearly straight */
export function codes4(codes: usize, light: v128): v128 {
  return lookup4(codes, f32x4.sqrt(clamp4(light, 0, 1)) * f32x4.splat(CODE_STEPS))
}

/** a + share * (b - a). */
export function mix4(a: v128, b: v128, share: v128): v128 {
  return a + (b - a) * share
}

/** Luma of code values. */
export function lumaOf4(r: v128, g: v128, b: v128): v128 {
  return r * f32x4.splat(0.299) + g * f32x4.splat(0.587) + b * f32x4.splat(0.114)
}
