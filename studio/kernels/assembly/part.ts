// Parts of an RGB picture, with a border where `putPart` made them.
import { colour4, mix4 } from './pixels'

/**
 * Bilinear samples of a part with a border in a turned square: value * gain + bias. Places more than a pixel beyond
 * the part count as its border.
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
  const stride = usize(width + 3) * 3
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++, out += 12) {
      // From the border's first pixel on.
      const x = 1 + max<f64>(-1, min<f64>(f64(width), startX + f64(j) * downX + f64(i) * acrossX))
      const y = 1 + max<f64>(-1, min<f64>(f64(height), startY + f64(j) * downY + f64(i) * acrossY))
      const at = part + usize(y) * stride + usize(x) * 3
      const share = f32x4.splat(f32(x - floor(x)))
      const upper = mix4(colour4(at), colour4(at + 3), share)
      const lower = mix4(colour4(at + stride), colour4(at + stride + 3), share)
      const value = mix4(upper, lower, f32x4.splat(f32(y - floor(y))))
      v128.store(out, value * f32x4.splat(gain) + f32x4.splat(bias))
    }
  }
}
