// Between bytes and float32 planes.
import { blue4, green4, red4 } from './pixels'

/** Interleaved RGB → planes 0..1. Up to three values more are written behind each plane. */
export function planesOf(colours: usize, count: i32, r: usize, g: usize, b: usize): void {
  const share = f32x4.splat(1.0 / 255)
  for (let i: usize = 0; i < usize(count); i += 4) {
    const pixels = v128.load(colours + 3 * i)
    v128.store(r + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(red4(pixels)), share))
    v128.store(g + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(green4(pixels)), share))
    v128.store(b + (i << 2), f32x4.mul(f32x4.convert_i32x4_s(blue4(pixels)), share))
  }
}

/** From 0..1 to 0..255. Up to fifteen bytes more are written behind them. */
export function bytesOf(values: usize, count: i32, out: usize): void {
  for (let i: usize = 0; i < usize(count); i += 16) {
    const at = values + (i << 2)
    const low = i16x8.narrow_i32x4_s(level(v128.load(at)), level(v128.load(at, 16)))
    const high = i16x8.narrow_i32x4_s(level(v128.load(at, 32)), level(v128.load(at, 48)))
    v128.store(out + i, i8x16.narrow_i16x8_u(low, high))
  }
}

function level(values: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(values, f32x4.splat(255)), f32x4.splat(0.5)))
}
