// Parts of an RGB picture with one pixel before and above and two behind and below, and what stands there.
import { bytes4, mix4 } from './pixels'

/** The pixels round the part are its outermost ones. */
export function repeatBorder(part: usize, width: i32, height: i32): void {
  const stride = usize(width + 3) * 3
  for (let y = 1; y <= height; y++) {
    const row = part + usize(y) * stride
    const last = row + usize(width) * 3
    copyColour(row, row + 3)
    copyColour(last + 3, last)
    copyColour(last + 6, last)
  }
  const lowest = part + usize(height) * stride
  memory.copy(part, part + stride, stride)
  memory.copy(lowest + stride, lowest, stride)
  memory.copy(lowest + 2 * stride, lowest, stride)
}

function copyColour(to: usize, from: usize): void {
  store<u8>(to, load<u8>(from))
  store<u8>(to + 1, load<u8>(from + 1))
  store<u8>(to + 2, load<u8>(from + 2))
}

/** The pixels round the part are black. */
export function clearBorder(part: usize, width: i32, height: i32): void {
  const stride = usize(width + 3) * 3
  for (let y = 1; y <= height; y++) {
    const row = part + usize(y) * stride
    const end = row + usize(width + 1) * 3
    for (let c: usize = 0; c < 3; c++) store<u8>(row + c, 0)
    for (let c: usize = 0; c < 6; c++) store<u8>(end + c, 0)
  }
  memory.fill(part, 0, stride)
  memory.fill(part + usize(height + 1) * stride, 0, 2 * stride)
}

/** Half the size by 2x2 means. @param rows of the target; the source has twice as many, of `stride` bytes each */
export function halve(source: usize, stride: i32, width: i32, rows: i32, target: usize): void {
  for (let y = 0; y < rows; y++)
    halveRow(source + usize(2 * y * stride), usize(stride), usize(width) * 3, target + usize(y * width) * 3)
}

/** Three pixels at a time, each of its first six channels and of those of its neighbours; exported to stay a function. */
export function halveRow(source: usize, stride: usize, bytes: usize, target: usize): void {
  const round = i16x8.splat(2)
  let at = source
  for (let k: usize = 0; k < bytes; k += 9, at += 18) {
    const a = v128.load(at)
    const b = v128.load(at, 3)
    const c = v128.load(at + stride)
    const d = v128.load(at + stride, 3)
    const low = i16x8.add(
      i16x8.add(i16x8.extend_low_i8x16_u(a), i16x8.extend_low_i8x16_u(b)),
      i16x8.add(i16x8.extend_low_i8x16_u(c), i16x8.extend_low_i8x16_u(d)),
    )
    const high = i16x8.add(
      i16x8.add(i16x8.extend_high_i8x16_u(a), i16x8.extend_high_i8x16_u(b)),
      i16x8.add(i16x8.extend_high_i8x16_u(c), i16x8.extend_high_i8x16_u(d)),
    )
    const means = i8x16.narrow_i16x8_u(
      i16x8.shr_u(i16x8.add(low, round), 2),
      i16x8.shr_u(i16x8.add(high, round), 2),
    )
    v128.store(target + k, v128.shuffle<u8>(means, means, 0, 1, 2, 6, 7, 8, 12, 13, 14, 0, 0, 0, 0, 0, 0, 0))
  }
}

/**
 * Bilinear samples of a part with a border in a turned square: value * gain + bias. What lies more than a pixel beyond
 * the part counts as its border.
 * @param startX place of the first sample in the part, pixel middles at whole numbers
 * @param acrossX from one sample of a row to the next; @param downX from one row to the next
 * @param out float32, 3 * side * side
 */
export function cutSquare(
  part: usize,
  width: i32,
  height: i32,
  startX: f64,
  startY: f64,
  acrossX: f64,
  acrossY: f64,
  downX: f64,
  downY: f64,
  side: i32,
  gain: f32,
  bias: f32,
  out: usize,
): void {
  const across = f64x2(acrossX, acrossY)
  for (let j = 0; j < side; j++) {
    const start = f64x2(startX + f64(j) * downX, startY + f64(j) * downY)
    cutRow(part, width, height, start, across, side, gain, bias, out + usize(j * side) * 12)
  }
}

function cutRow(
  part: usize,
  width: i32,
  height: i32,
  start: v128,
  across: v128,
  side: i32,
  gain: f32,
  bias: f32,
  out: usize,
): void {
  const stride = usize(width + 3) * 3
  const scale = f32x4.splat(gain)
  const offset = f32x4.splat(bias)
  const least = f64x2.splat(-1)
  const most = f64x2(f64(width), f64(height))
  let place = start
  for (let i = 0; i < side; i++) {
    const within = f64x2.pmin(most, f64x2.pmax(least, place))
    const corner = f64x2.floor(within)
    const share = f32x4.demote_f64x2_zero(f64x2.sub(within, corner))
    const whole = i32x4.trunc_sat_f64x2_s_zero(corner)
    const row = part + usize(i32x4.extract_lane(whole, 1) + 1) * stride
    const at = row + usize(i32x4.extract_lane(whole, 0) + 1) * 3
    const u = f32x4.splat(f32x4.extract_lane(share, 0))
    const upper = mix4(colour(at), colour(at + 3), u)
    const lower = mix4(colour(at + stride), colour(at + stride + 3), u)
    const value = mix4(upper, lower, f32x4.splat(f32x4.extract_lane(share, 1)))
    v128.store(out + usize(i) * 12, f32x4.add(f32x4.mul(value, scale), offset))
    place = f64x2.add(place, across)
  }
}

function colour(at: usize): v128 {
  return f32x4.convert_i32x4_s(bytes4(at))
}
