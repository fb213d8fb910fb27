// Planes of a small picture in float32 (see studio/intake/skin-patch.ts).
import { cubeRoot4 } from './lab'
import { lookup4 } from './pixels'

/**
 * Luminance (linear), luma (of code values) and Oklab a and b of interleaved code values 0..255.
 * @param linear light by code value, the last value twice
 */
export function planesOfPatch(
  codes: usize,
  count: i32,
  linear: usize,
  luminance: usize,
  luma: usize,
  a: usize,
  b: usize,
): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const from = codes + usize(i) * 12
    const first = v128.load(from)
    const second = v128.load(from, 16)
    const third = v128.load(from, 32)
    const codeR = v128.shuffle<f32>(v128.shuffle<f32>(first, second, 0, 3, 6, 6), third, 0, 1, 2, 5)
    const codeG = v128.shuffle<f32>(v128.shuffle<f32>(first, second, 1, 4, 7, 7), third, 0, 1, 2, 6)
    const codeB = v128.shuffle<f32>(v128.shuffle<f32>(first, second, 2, 5, 5, 5), third, 0, 1, 4, 7)
    const r = lookup4(linear, codeR)
    const g = lookup4(linear, codeG)
    const blue = lookup4(linear, codeB)
    v128.store(luma + at, weighed4(codeR, codeG, codeB, 0.2126, 0.7152, 0.0722))
    v128.store(luminance + at, weighed4(r, g, blue, 0.2126, 0.7152, 0.0722))
    const l = cubeRoot4(weighed4(r, g, blue, 0.4122214708, 0.5363325363, 0.0514459929))
    const m = cubeRoot4(weighed4(r, g, blue, 0.2119034982, 0.6806995451, 0.1073969566))
    const s = cubeRoot4(weighed4(r, g, blue, 0.0883024619, 0.2817188376, 0.6299787005))
    v128.store(a + at, weighed4(l, m, s, 1.9779984951, -2.428592205, 0.4505937099))
    v128.store(b + at, weighed4(l, m, s, 0.0259040371, 0.7827717662, -0.808675766))
  }
}

function weighed4(a: v128, b: v128, c: v128, onA: f32, onB: f32, onC: f32): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(a, f32x4.splat(onA)), f32x4.mul(b, f32x4.splat(onB))),
    f32x4.mul(c, f32x4.splat(onC)),
  )
}

/** Box means of (2r+1)² values, the plane's edges repeated. @param line float32, the width and 2r + 4 more */
export function edgedMean(
  source: usize,
  width: i32,
  height: i32,
  radius: i32,
  line: usize,
  target: usize,
): void {
  const side: i32 = 2 * radius + 1
  const share = f32x4.splat(f32(1) / f32(side * side))
  for (let y = 0; y < height; y++) {
    sumColumns(source, width, height, y, radius, line + (usize(radius) << 2))
    const first = load<f32>(line + (usize(radius) << 2))
    const last = load<f32>(line + (usize(radius + width - 1) << 2))
    for (let k = 0; k < radius; k++) {
      store<f32>(line + (usize(k) << 2), first)
      store<f32>(line + (usize(radius + width + k) << 2), last)
    }
    const row = target + (usize(y * width) << 2)
    for (let x = 0; x < width; x += 4) {
      const at = line + (usize(x) << 2)
      let sum = v128.load(at)
      for (let k = 1; k <= 2 * radius; k++) sum = f32x4.add(sum, v128.load(at + (usize(k) << 2)))
      v128.store(row + (usize(x) << 2), f32x4.mul(sum, share))
    }
  }
}

function sumColumns(source: usize, width: i32, height: i32, y: i32, radius: i32, out: usize): void {
  for (let x = 0; x < width; x += 4) {
    let sum = f32x4.splat(0)
    for (let k = y - radius; k <= y + radius; k++) {
      const row = min(height - 1, max(0, k))
      sum = f32x4.add(sum, v128.load(source + (usize(row * width + x) << 2)))
    }
    v128.store(out + (usize(x) << 2), sum)
  }
}
