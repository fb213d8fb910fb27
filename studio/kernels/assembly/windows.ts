import { sumRows } from './resize'
import { store4 } from './math'

// Means and extremes over square windows. Planes are float32, row by row.

/**
 * Mean over the (2r+1)² window of each pixel of some ranges; windows shrink at the picture's borders. `target` is not
 * `source`.
 * @param ranges see `overRanges`; each lies within a row
 * @param line float32, the width and two radii, and 8 more
 */
export function windowMeans(
  source: usize,
  target: usize,
  width: i32,
  height: i32,
  radius: i32,
  ranges: usize,
  line: usize,
): void {
  const end = ranges + 4 + usize(load<i32>(ranges)) * 8
  for (let range = ranges + 4; range < end; range += 8) {
    const from = load<i32>(range)
    const wide = load<i32>(range, 4) - from
    const y = from / width
    const left = from - y * width
    const top = max(0, y - radius)
    const rows = min(height - 1, y + radius) - top + 1
    const first = max(0, left - radius)
    const last = min(width, left + wide + radius)
    // Columns from `left - radius` on; those beyond the picture are 0.
    memory.fill(line, 0, usize(radius) << 2)
    const sums = line + (usize(first - left + radius) << 2)
    sumRows(source + (usize(top * width + first) << 2), width, rows, last - first, sums)
    if (last === width) memory.fill(sums + (usize(last - first) << 2), 0, (usize(radius) << 2) + 16)
    meansAcross(line, left, wide, width, radius, rows, target + (usize(from) << 2))
  }
}

function meansAcross(
  line: usize,
  left: i32,
  wide: i32,
  width: i32,
  radius: i32,
  rows: i32,
  target: usize,
): void {
  const reach = i32x4.splat(radius)
  for (let x = 0; x < wide; x += 4) {
    const from = line + (usize(x) << 2)
    const to = from + (usize(2 * radius) << 2)
    let sum = v128.load(from)
    for (let at = from + 4; at <= to; at += 4) sum = sum + v128.load(at)
    const column = i32x4.add(i32x4.splat(left + x), i32x4(0, 1, 2, 3))
    const first = i32x4.max_s(i32x4.sub(column, reach), i32x4.splat(0))
    const behind = i32x4.min_s(i32x4.add(column, i32x4.splat(radius + 1)), i32x4.splat(width))
    const count = i32x4.mul(i32x4.sub(behind, first), i32x4.splat(rows))
    store4(target + (usize(x) << 2), sum / f32x4.convert_i32x4_s(count), wide - x)
  }
}

/**
 * Lowest value of each (2r+1)² window, or with -1 for `sign` the highest; places beyond the picture do not count.
 * @param line float32, the width and two radii, and 8 more
 */
export function extremes(
  source: usize,
  width: i32,
  height: i32,
  radius: i32,
  sign: f32,
  target: usize,
  line: usize,
): void {
  const none = f32x4.splat(f32.POSITIVE_INFINITY)
  const signs = f32x4.splat(sign)
  const middle = line + (usize(radius) << 2)
  for (let x = 0; x < width + 2 * radius; x += 4) v128.store(line + (usize(x) << 2), none)
  for (let y = 0; y < height; y++) {
    const bottom = min(height - 1, y + radius)
    for (let x = 0; x < width; x += 4) {
      let least = none
      for (let row = max(0, y - radius); row <= bottom; row++)
        least = f32x4.pmin(least, signs * v128.load(source + (usize(row * width + x) << 2)))
      store4(middle + (usize(x) << 2), least, width - x)
    }
    for (let x = 0; x < width; x += 4) {
      const from = line + (usize(x) << 2)
      let least = v128.load(from)
      for (let k = 1; k <= 2 * radius; k++) least = f32x4.pmin(least, v128.load(from + (usize(k) << 2)))
      store4(target + (usize(y * width + x) << 2), signs * least, width - x)
    }
  }
}
