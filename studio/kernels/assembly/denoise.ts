import { STRETCH } from './expose'
import { blue4, clamp4, gather4, green4, level4, red4, storePixels } from './pixels'

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

function lumaOf4(r: v128, g: v128, b: v128): v128 {
  const warm = f32x4.add(f32x4.mul(r, f32x4.splat(0.299)), f32x4.mul(g, f32x4.splat(0.587)))
  return f32x4.add(warm, f32x4.mul(b, f32x4.splat(0.114)))
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
 * Variances of windows of (2r+1)² pixels wherever the subject's coverage is 255, in every `step`th row and pixel.
 * @param cover bytes: `right` and `down` of them from one of the plane's pixels to the next
 * @param out float32, pairs: the level in the middle of a window, its variance
 * @returns how many windows were found
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
  out: usize,
): i32 {
  let to = out
  for (let y = radius; y < height - radius; y += step) {
    for (let x = radius; x < width - radius; x += step) {
      if (load<u8>(cover + usize(y * down + x * right)) !== 255) continue
      const at = usize(y * width + x) << 2
      store<f32>(to, load<f32>(level + at))
      store<f32>(to, varianceAt(plane + at, width, radius), 4)
      to += 8
    }
  }
  return i32(to - out) >> 3
}

function varianceAt(middle: usize, width: i32, radius: i32): f32 {
  // About the middle's own value: squares of the values themselves would swallow a faint noise.
  const own = load<f32>(middle)
  const from = middle - (usize(radius * width + radius) << 2)
  const side = 2 * radius + 1
  let sum: f32 = 0
  let squared: f32 = 0
  for (let dy = 0; dy < side; dy++) {
    const row = from + (usize(dy * width) << 2)
    for (let dx = 0; dx < side; dx++) {
      const value = load<f32>(row + (usize(dx) << 2)) - own
      sum += value
      squared += value * value
    }
  }
  const share = f32(1) / f32(side * side)
  return max(f32(0), squared * share - sum * share * (sum * share))
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
