import { store4 } from './math'
import { bytes4 } from './pixels'

// Resampling, distances and morphology of float32 planes.

/** Area average by an integer factor; partial last rows and columns are averaged over what exists. `line`: float32, the source's width and 4 * factor more. */
export function reduce(
  source: usize,
  width: i32,
  height: i32,
  factor: i32,
  target: usize,
  line: usize,
): void {
  const across = (width + factor - 1) / factor
  const down = (height + factor - 1) / factor
  for (let y = 0; y < down; y++) {
    const rows = min(factor, height - y * factor)
    sumRows(source + (usize(y * factor * width) << 2), width, rows, line)
    const out = target + (usize(y * across) << 2)
    const whole = width / factor
    const share = f32(1) / f32(rows * factor)
    let rest: f32 = 0
    for (let k = whole * factor; k < width; k++) rest += load<f32>(line + (usize(k) << 2))
    let span = factor
    for (; span % 2 === 0; span /= 2) pairUp(line, (whole * span) / 2)
    for (let x = 0; x < whole; x++) {
      let sum: f32 = 0
      const from = line + (usize(x * span) << 2)
      for (let k = 0; k < span; k++) sum += load<f32>(from + (usize(k) << 2))
      store<f32>(out + (usize(x) << 2), sum * share)
    }
    if (whole < across) store<f32>(out + (usize(whole) << 2), rest / f32(rows * (width - whole * factor)))
  }
}

function sumRows(source: usize, width: i32, rows: i32, line: usize): void {
  const stride = usize(width) << 2
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    let sum = v128.load(source + at)
    for (let row = 1; row < rows; row++) sum = f32x4.add(sum, v128.load(source + usize(row) * stride + at))
    v128.store(line + at, sum)
  }
}

/** Each value of a line becomes the sum of a pair, in the line itself; at most 3 pairs more than asked for. */
function pairUp(line: usize, pairs: i32): void {
  for (let x = 0; x < pairs; x += 4) {
    const from = line + (usize(x) << 3)
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const sum = f32x4.add(v128.shuffle<f32>(a, b, 0, 2, 4, 6), v128.shuffle<f32>(a, b, 1, 3, 5, 7))
    v128.store(line + (usize(x) << 2), sum)
  }
}

/**
 * Bilinear resize of areas of the target, pixel centres aligned.
 * @param stepX source pixels per target pixel
 * @param areas left, top, right, bottom in the target; @param line float32, the source's width and 4 more
 * @param columns int32 and weights float32 of the target's width each
 */
export function enlarge(
  source: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  target: usize,
  width: i32,
  stepX: f64,
  stepY: f64,
  areas: usize,
  count: i32,
  line: usize,
  columns: usize,
  weights: usize,
): void {
  for (let x = 0; x < width; x++) {
    const at = clampTo(f64(sourceWidth - 1), (f64(x) + 0.5) * stepX - 0.5)
    const left = min(max(0, sourceWidth - 2), i32(at))
    store<i32>(columns + (usize(x) << 2), left)
    store<f32>(weights + (usize(x) << 2), f32(at - f64(left)))
  }
  for (let k = 0; k < count; k++) {
    const area = areas + usize(k) * 16
    const left = load<i32>(area)
    const right = load<i32>(area, 8)
    const bottom = load<i32>(area, 12)
    const first = load<i32>(columns + (usize(left) << 2))
    const last = load<i32>(columns + (usize(right - 1) << 2)) + 2
    for (let y = load<i32>(area, 4); y < bottom; y++) {
      const at = clampTo(f64(sourceHeight - 1), (f64(y) + 0.5) * stepY - 0.5)
      const above = min(max(0, sourceHeight - 2), i32(at))
      const upper = source + (usize(above * sourceWidth) << 2)
      const lower = sourceHeight > 1 ? upper + (usize(sourceWidth) << 2) : upper
      mixRows(upper, lower, f32(at - f64(above)), first, last, line)
      // A single column has nothing to its right.
      if (sourceWidth === 1) store<f32>(line, load<f32>(line), 4)
      const row = target + (usize(y * width) << 2)
      let done = left
      if (stepX === 0.5) done = alongPairs(line, columns, weights, row, left, right, sourceWidth)
      else if (stepX === 0.25) done = alongFours(line, columns, weights, row, left, right, sourceWidth)
      alongRow(line, columns, weights, row, done, right)
    }
  }
}

function clampTo(last: f64, value: f64): f64 {
  return value < 0 ? 0 : value > last ? last : value
}

function mixRows(upper: usize, lower: usize, share: f32, first: i32, last: i32, out: usize): void {
  const v = f32x4.splat(share)
  for (let x = first; x < last; x += 4) {
    const at = usize(x) << 2
    const a = v128.load(upper + at)
    v128.store(out + at, f32x4.add(a, f32x4.mul(f32x4.sub(v128.load(lower + at), a), v)))
  }
}

function alongRow(line: usize, columns: usize, weights: usize, row: usize, left: i32, right: i32): void {
  for (let x = left; x < right; x++) {
    const at = usize(x) << 2
    const from = line + (usize(load<i32>(columns + at)) << 2)
    const a = load<f32>(from)
    store<f32>(row + at, a + (load<f32>(from, 4) - a) * load<f32>(weights + at))
  }
}

/** As `alongRow` at twice the source's width, eight pixels at a time. @returns how far it got */
function alongPairs(
  line: usize,
  columns: usize,
  weights: usize,
  row: usize,
  left: i32,
  right: i32,
  sourceWidth: i32,
): i32 {
  let x = min(right, max(2, (left + 1) & ~1))
  alongRow(line, columns, weights, row, left, x)
  for (; x + 8 <= min(right, 2 * sourceWidth - 2); x += 8) {
    const at = line + (usize(x) << 1)
    const a = v128.load(at - 4)
    const b = v128.load(at)
    const c = v128.load(at, 4)
    const even = f32x4.add(a, f32x4.mul(f32x4.sub(b, a), f32x4.splat(0.75)))
    const odd = f32x4.add(b, f32x4.mul(f32x4.sub(c, b), f32x4.splat(0.25)))
    const to = row + (usize(x) << 2)
    v128.store(to, v128.shuffle<f32>(even, odd, 0, 4, 1, 5))
    v128.store(to, v128.shuffle<f32>(even, odd, 2, 6, 3, 7), 16)
  }
  return x
}

/** As `alongRow` at four times the source's width, four pixels at a time. @returns how far it got */
function alongFours(
  line: usize,
  columns: usize,
  weights: usize,
  row: usize,
  left: i32,
  right: i32,
  sourceWidth: i32,
): i32 {
  let x = min(right, max(4, (left + 3) & ~3))
  alongRow(line, columns, weights, row, left, x)
  const shares = f32x4(0.625, 0.875, 0.125, 0.375)
  for (; x + 4 <= min(right, 4 * sourceWidth - 4); x += 4) {
    const beside = v128.load(line + usize(x) - 4)
    const a = v128.shuffle<f32>(beside, beside, 0, 0, 1, 1)
    const b = v128.shuffle<f32>(beside, beside, 1, 1, 2, 2)
    v128.store(row + (usize(x) << 2), f32x4.add(a, f32x4.mul(f32x4.sub(b, a), shares)))
  }
  return x
}

const DIAGONAL: f32 = 1.4142135

/** Chamfer distance 1 / √2 from each pixel to the nearest one whose mask is not 0. Up to three values more are written. */
export function distanceTo(mask: usize, width: i32, height: i32, distance: usize): void {
  const far = f32x4.splat(f32(width + height))
  for (let i: usize = 0; i < usize(width * height); i += 4) {
    const inside = bytes4(mask + i)
    v128.store(distance + (i << 2), v128.and(far, i32x4.eq(inside, i32x4.splat(0))))
  }
  const stride = usize(width) << 2
  for (let y = 0; y < height; y++) {
    const row = distance + usize(y) * stride
    if (y > 0) relaxFrom(row, row - stride, width)
    relaxAlong(row, width)
  }
  for (let y = height - 1; y >= 0; y--) {
    const row = distance + usize(y) * stride
    if (y < height - 1) relaxFrom(row, row + stride, width)
    relaxBack(row, width)
  }
}

/** A row of distances from those to their left: of four values first among themselves, then from the one before. */
function relaxAlong(row: usize, width: i32): void {
  const none = f32x4.splat(f32.POSITIVE_INFINITY)
  let before = none
  let x: i32 = 0
  for (; x + 4 <= width; x += 4) {
    const at = row + (usize(x) << 2)
    let d = v128.load(at)
    d = f32x4.pmin(d, f32x4.add(v128.shuffle<f32>(d, none, 4, 0, 1, 2), f32x4.splat(1)))
    d = f32x4.pmin(d, f32x4.add(v128.shuffle<f32>(d, none, 4, 5, 0, 1), f32x4.splat(2)))
    d = f32x4.pmin(d, f32x4.add(before, f32x4(1, 2, 3, 4)))
    v128.store(at, d)
    before = v128.shuffle<f32>(d, d, 3, 3, 3, 3)
  }
  for (x = max(1, x); x < width; x++) {
    const at = row + (usize(x) << 2)
    const passed = load<f32>(at - 4) + 1
    if (passed < load<f32>(at)) store<f32>(at, passed)
  }
}

/** The same from those to their right. */
function relaxBack(row: usize, width: i32): void {
  const none = f32x4.splat(f32.POSITIVE_INFINITY)
  let x = width - 2
  for (; (x & 3) !== 3 && x >= 0; x--) {
    const at = row + (usize(x) << 2)
    const passed = load<f32>(at, 4) + 1
    if (passed < load<f32>(at)) store<f32>(at, passed)
  }
  if (x < 0) return
  let behind = f32x4.splat(load<f32>(row + (usize(x) << 2), 4))
  for (x -= 3; x >= 0; x -= 4) {
    const at = row + (usize(x) << 2)
    let d = v128.load(at)
    d = f32x4.pmin(d, f32x4.add(v128.shuffle<f32>(d, none, 1, 2, 3, 4), f32x4.splat(1)))
    d = f32x4.pmin(d, f32x4.add(v128.shuffle<f32>(d, none, 2, 3, 4, 5), f32x4.splat(2)))
    d = f32x4.pmin(d, f32x4.add(behind, f32x4(4, 3, 2, 1)))
    v128.store(at, d)
    behind = v128.shuffle<f32>(d, d, 0, 0, 0, 0)
  }
}

/** A row of distances from the three neighbours of each pixel in the row beside it. */
function relaxFrom(row: usize, beside: usize, width: i32): void {
  relaxOne(row, beside, 0, width)
  let x: i32 = 1
  for (; x + 5 <= width; x += 4) {
    const at = usize(x) << 2
    const straight = f32x4.add(v128.load(beside + at), f32x4.splat(1))
    const diagonal = f32x4.add(
      f32x4.pmin(v128.load(beside + at - 4), v128.load(beside + at + 4)),
      f32x4.splat(DIAGONAL),
    )
    v128.store(row + at, f32x4.pmin(v128.load(row + at), f32x4.pmin(straight, diagonal)))
  }
  for (; x < width; x++) relaxOne(row, beside, x, width)
}

function relaxOne(row: usize, beside: usize, x: i32, width: i32): void {
  const at = usize(x) << 2
  let least = load<f32>(row + at)
  const straight = load<f32>(beside + at) + 1
  if (straight < least) least = straight
  if (x > 0) {
    const left = load<f32>(beside + at - 4) + DIAGONAL
    if (left < least) least = left
  }
  if (x < width - 1) {
    const right = load<f32>(beside + at + 4) + DIAGONAL
    if (right < least) least = right
  }
  store<f32>(row + at, least)
}

/**
 * Lowest (or highest) value of each (2r+1)² window within an area of a plane; what lies outside the area does not count.
 * @param padded float32, (area's width + 2r) * (area's height + 2r) and 16 more
 * @param target of the area's size
 */
export function extremes(
  source: usize,
  stride: i32,
  left: i32,
  top: i32,
  width: i32,
  height: i32,
  radius: i32,
  highest: bool,
  padded: usize,
  target: usize,
): void {
  const wide = width + 2 * radius
  const tall = height + 2 * radius
  const sign: f32 = highest ? -1 : 1
  const infinity = f32x4.splat(f32.POSITIVE_INFINITY)
  for (let i = 0; i < wide * tall; i += 4) v128.store(padded + (usize(i) << 2), infinity)
  const signs = f32x4.splat(sign)
  for (let y = 0; y < height; y++) {
    const from = source + (usize((top + y) * stride + left) << 2)
    const to = padded + (usize((y + radius) * wide + radius) << 2)
    let x: i32 = 0
    for (; x + 4 <= width; x += 4)
      v128.store(to + (usize(x) << 2), f32x4.mul(v128.load(from + (usize(x) << 2)), signs))
    for (; x < width; x++) store<f32>(to + (usize(x) << 2), load<f32>(from + (usize(x) << 2)) * sign)
  }
  leastAhead(padded, wide * tall, 1, 2 * radius + 1)
  leastAhead(padded, wide * tall, wide, 2 * radius + 1)
  for (let y = 0; y < height; y++) {
    const from = padded + (usize(y * wide) << 2)
    const to = target + (usize(y * width) << 2)
    for (let x = 0; x < width; x++) store<f32>(to + (usize(x) << 2), load<f32>(from + (usize(x) << 2)) * sign)
  }
}

/** Each value becomes the lowest of the `count` values from it on, `step` apart: of two spans that cover them all. */
function leastAhead(values: usize, length: i32, step: i32, count: i32): void {
  let covered = 1
  for (; covered * 2 <= count; covered *= 2) lower(values, length, covered * step)
  if (covered < count) lower(values, length, (count - covered) * step)
}

function lower(values: usize, length: i32, offset: i32): void {
  const ahead = usize(offset) << 2
  let i: i32 = 0
  for (; i + 4 <= length - offset; i += 4) {
    const at = values + (usize(i) << 2)
    v128.store(at, f32x4.pmin(v128.load(at), v128.load(at + ahead)))
  }
  for (; i < length - offset; i++) {
    const at = values + (usize(i) << 2)
    const other = load<f32>(at + ahead)
    if (other < load<f32>(at)) store<f32>(at, other)
  }
}

/** values /= weights where these are above `least`, 0 elsewhere. */
export function divide(values: usize, weights: usize, count: i32, least: f32): void {
  const limit = f32x4.splat(least)
  for (let i = 0; i < count; i += 4) {
    const at = usize(i) << 2
    const weight = v128.load(weights + at)
    const quotient = f32x4.div(v128.load(values + at), weight)
    store4(values + at, v128.and(f32x4.gt(weight, limit), quotient), count - i)
  }
}
