import { STRETCH } from './expose'
import { firstLanes, sum4 } from './math'
import { blue4, clamp4, gather4, green4, level4, lumaOf4, red4, storePixels } from './pixels'

// Noise of a cut-out's bytes: measured in windows, taken away in luma and chroma.

/** Part of interleaved bytes → luma 0..1 and the channels of its chroma, red and blue. */
export function splitColours(
  colours: usize,
  stride: i32,
  width: i32,
  height: i32,
  luma: usize,
  red: usize,
  blue: usize,
): void {
  for (let y = 0; y < height; y++) {
    const to = usize(y * width) << 2
    splitRow(colours + usize(y * stride) * 3, width, luma + to, red + to, blue + to)
  }
}

function splitRow(pixels: usize, width: i32, luma: usize, red: usize, blue: usize): void {
  const share = f32x4.splat(1.0 / 255)
  for (let x = 0; x < width; x += 4) {
    const four = v128.load(pixels + usize(x) * 3)
    const at = usize(x) << 2
    const r = f32x4.mul(f32x4.convert_i32x4_s(red4(four)), share)
    const g = f32x4.mul(f32x4.convert_i32x4_s(green4(four)), share)
    const b = f32x4.mul(f32x4.convert_i32x4_s(blue4(four)), share)
    v128.store(luma + at, lumaOf4(r, g, b))
    v128.store(red + at, r)
    v128.store(blue + at, b)
  }
}

/** a -= b. */
export function subtract(a: usize, b: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    v128.store(a + at, f32x4.sub(v128.load(a + at), v128.load(b + at)))
  }
}

export function squares(values: usize, count: i32, target: usize): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const own = v128.load(values + at)
    v128.store(target + at, f32x4.mul(own, own))
  }
}

/**
 * Variances of windows of (2r+1)² pixels wherever the subject's coverage is 255, in every `step`th row and pixel, by
 * steps of the level in their middles.
 * @param cover bytes: `right` and `down` of them from one of the plane's pixels to the next
 * @param out float32, `most` for each step of the level; @param counts int32, how many were found for each
 */
export function windowVariances(
  plane: usize,
  width: i32,
  height: i32,
  level: usize,
  radius: i32,
  step: i32,
  cover: usize,
  right: i32,
  down: i32,
  levels: i32,
  out: usize,
  most: i32,
  counts: usize,
): void {
  for (let k = 0; k < levels; k++) store<i32>(counts + (usize(k) << 2), 0)
  for (let y = radius; y < height - radius; y += step) {
    for (let x = radius; x < width - radius; x += step) {
      if (load<u8>(cover + usize(y * down + x * right)) !== 255) continue
      const at = usize(y * width + x) << 2
      const bright = min(levels - 1, max(0, i32(load<f32>(level + at) * f32(levels))))
      const count = counts + (usize(bright) << 2)
      const found = load<i32>(count)
      store<f32>(out + (usize(bright * most + found) << 2), varianceAt(plane + at, width, radius))
      store<i32>(count, found + 1)
    }
  }
}

/** @param radius at most 3 */
function varianceAt(middle: usize, width: i32, radius: i32): f32 {
  // About the middle's own value: squares of the values themselves would swallow a faint noise.
  const own = v128.load32_splat(middle)
  const side = 2 * radius + 1
  const near = firstLanes(side)
  const far = firstLanes(side - 4)
  let sum = f32x4.splat(0)
  let squared = f32x4.splat(0)
  let row = middle - (usize(radius * width + radius) << 2)
  for (let dy = 0; dy < side; dy++) {
    const a = v128.and(near, f32x4.sub(v128.load(row), own))
    const b = v128.and(far, f32x4.sub(v128.load(row, 16), own))
    sum = f32x4.add(sum, f32x4.add(a, b))
    squared = f32x4.add(squared, f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b)))
    row += usize(width) << 2
  }
  const share = 1 / f64(side * side)
  const mean = sum4(sum) * share
  return f32(max(0, sum4(squared) * share - mean * mean))
}

/**
 * How far each window is drawn to its mean, from the window's noise against its variance: `mean` becomes that share of
 * itself, `meanSquare` the share.
 * @param noise variances and @param share of noise that is to go, by the code value of `level`
 */
export function judgeWindows(
  mean: usize,
  meanSquare: usize,
  level: usize,
  noise: usize,
  share: usize,
  trust: f32,
  count: i32,
): void {
  for (let from = 0; from < count; from += STRETCH) {
    const at = usize(from) << 2
    judgeStretch(mean + at, meanSquare + at, level + at, noise, share, trust, min(STRETCH, count - from))
  }
}

function judgeStretch(
  mean: usize,
  meanSquare: usize,
  level: usize,
  noise: usize,
  share: usize,
  trust: f32,
  count: i32,
): void {
  const most = f32x4.splat(1)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const middle = v128.load(mean + at)
    const variance = f32x4.sub(v128.load(meanSquare + at), f32x4.mul(middle, middle))
    const code = level4(clamp4(v128.load(level + at), 0, 1), f32x4.splat(0))
    const known = f32x4.mul(gather4(noise, code), f32x4.splat(trust))
    const part = f32x4.pmin(most, f32x4.div(known, f32x4.pmax(f32x4.splat(1e-9), variance)))
    const pull = f32x4.mul(gather4(share, code), part)
    v128.store(meanSquare + at, pull)
    v128.store(mean + at, f32x4.mul(pull, middle))
  }
}

/** values += target - pull * values. */
export function drawToMeans(values: usize, pull: usize, target: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const own = v128.load(values + at)
    const change = f32x4.sub(v128.load(target + at), f32x4.mul(v128.load(pull + at), own))
    v128.store(values + at, f32x4.add(own, change))
  }
}

/** Part of interleaved bytes takes over calm luma and, by their shares, red and blue against luma; 0 for a plane means none. */
export function mergeCalm(
  colours: usize,
  stride: i32,
  width: i32,
  height: i32,
  calm: usize,
  red: usize,
  blue: usize,
  redShare: f32,
  blueShare: f32,
): void {
  for (let y = 0; y < height; y++) {
    const from = usize(y * width) << 2
    mergeRow(
      colours + usize(y * stride) * 3,
      width,
      calm + from,
      red ? red + from : 0,
      blue ? blue + from : 0,
      redShare,
      blueShare,
    )
  }
}

function mergeRow(
  pixels: usize,
  width: i32,
  calm: usize,
  red: usize,
  blue: usize,
  redShare: f32,
  blueShare: f32,
): void {
  const share = f32x4.splat(1.0 / 255)
  const none = f32x4.splat(0)
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    const four = v128.load(pixels + usize(x) * 3)
    const r = f32x4.mul(f32x4.convert_i32x4_s(red4(four)), share)
    const g = f32x4.mul(f32x4.convert_i32x4_s(green4(four)), share)
    const b = f32x4.mul(f32x4.convert_i32x4_s(blue4(four)), share)
    const luma = lumaOf4(r, g, b)
    let u = f32x4.sub(r, luma)
    let v = f32x4.sub(b, luma)
    if (red) u = f32x4.add(u, f32x4.mul(f32x4.sub(v128.load(red + at), u), f32x4.splat(redShare)))
    if (blue) v = f32x4.add(v, f32x4.mul(f32x4.sub(v128.load(blue + at), v), f32x4.splat(blueShare)))
    const y = v128.load(calm + at)
    const follows = f32x4.add(
      f32x4.mul(u, f32x4.splat(0.299 / 0.587)),
      f32x4.mul(v, f32x4.splat(0.114 / 0.587)),
    )
    storePixels(
      pixels + usize(x) * 3,
      level4(f32x4.add(y, u), none),
      level4(f32x4.sub(y, follows), none),
      level4(f32x4.add(y, v), none),
      width - x,
    )
  }
}
