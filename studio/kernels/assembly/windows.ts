import { store4 } from './math'

// Means over square windows, whole pictures or parts of them. Planes are float32, row by row.

/** Bytes of scratch that `windowMeans` wants for a picture of this width. */
export function windowScratch(width: i32, radius: i32): i32 {
  return (width + 4 * radius + 16) * 24
}

/**
 * Mean over the (2r+1)² window of each pixel of some areas, in time independent of the radius but for its logarithm;
 * windows shrink at the picture's borders. `target` is not `source`.
 * @param areas left, top, right, bottom of each, int32; @param count of areas
 */
export function windowMeans(
  source: usize,
  target: usize,
  width: i32,
  height: i32,
  radius: i32,
  areas: usize,
  count: i32,
  scratch: usize,
): void {
  const r = min(radius, max(width, height))
  const room = width + 4 * r + 16
  const columns = scratch
  const line = scratch + usize(room) * 8
  const sums = line + usize(room) * 4
  const spans = sums + usize(room) * 4
  const across = spans + usize(room) * 4
  for (let k = 0; k < count; k++) {
    const area = areas + usize(k) * 16
    const left = load<i32>(area)
    const top = load<i32>(area, 4)
    const right = load<i32>(area, 8)
    const bottom = load<i32>(area, 12)
    const wide = right - left
    // Columns from `left - r` on; those beyond the picture stay 0, so that no window asks whether it is at a border.
    for (let x = 0; x < wide + 2 * r; x += 4) {
      v128.store(columns + (usize(x) << 3), f64x2.splat(0))
      v128.store(columns + (usize(x) << 3), f64x2.splat(0), 16)
      v128.store(line + (usize(x) << 2), f32x4.splat(0))
    }
    const first = max(0, left - r)
    const skipped = usize(first - (left - r))
    const inner = columns + (skipped << 3)
    const innerLine = line + (skipped << 2)
    const seen = min(width, right + r) - first
    const start = source + (usize(first) << 2)
    const stride = usize(width) << 2
    for (let x = left; x < right; x++)
      store<f32>(across + (usize(x - left) << 2), 1.0 / f32(min(width - 1, x + r) - max(0, x - r) + 1))
    for (let y = max(0, top - r); y < min(height, top + r); y++)
      addRow(inner, innerLine, start + usize(y) * stride, seen, 1)
    for (let y = top; y < bottom; y++) {
      const enters = y + r < height
      const leaves = y - r - 1 >= 0 && y > top
      const entering = start + usize(y + r) * stride
      const leaving = start + usize(y - r - 1) * stride
      if (enters && leaves) slide(inner, innerLine, entering, leaving, seen)
      else if (enters) addRow(inner, innerLine, entering, seen, 1)
      else if (leaves) addRow(inner, innerLine, leaving, seen, -1)
      else addRow(inner, innerLine, inner, seen, 0)
      const rows = f32(min(height - 1, y + r) - max(0, y - r) + 1)
      const out = target + usize(y) * stride + (usize(left) << 2)
      if (r === 3) {
        sevenAcross(line, across, f32(1) / rows, out, wide)
      } else {
        sumAcross(line, spans, sums, wide, r)
        scaleRow(sums, across, f32(1) / rows, out, wide)
      }
    }
  }
}

/** Adds one row to the columns' sums and takes another off. Sums are float64, as they run over all rows; `line` is them in float32. */
function slide(columns: usize, line: usize, enters: usize, leaves: usize, wide: i32): void {
  let x: i32 = 0
  for (; x + 4 <= wide; x += 4) {
    const at = columns + (usize(x) << 3)
    const add = v128.load(enters + (usize(x) << 2))
    const take = v128.load(leaves + (usize(x) << 2))
    const lowChange = f64x2.sub(f64x2.promote_low_f32x4(add), f64x2.promote_low_f32x4(take))
    const highChange = f64x2.sub(promoteHigh(add), promoteHigh(take))
    const low = f64x2.add(v128.load(at), lowChange)
    const high = f64x2.add(v128.load(at, 16), highChange)
    v128.store(at, low)
    v128.store(at, high, 16)
    v128.store(line + (usize(x) << 2), demote(low, high))
  }
  for (; x < wide; x++) {
    const at = columns + (usize(x) << 3)
    const place = usize(x) << 2
    const sum = load<f64>(at) + (f64(load<f32>(enters + place)) - f64(load<f32>(leaves + place)))
    store<f64>(at, sum)
    store<f32>(line + place, f32(sum))
  }
}

/** As `slide` where only one row enters (sign 1), leaves (-1) or none does (0, any row). */
function addRow(columns: usize, line: usize, row: usize, wide: i32, sign: f64): void {
  for (let x = 0; x < wide; x++) {
    const at = columns + (usize(x) << 3)
    const place = usize(x) << 2
    const sum = sign === 0 ? load<f64>(at) : load<f64>(at) + sign * f64(load<f32>(row + place))
    store<f64>(at, sum)
    store<f32>(line + place, f32(sum))
  }
}

function promoteHigh(row: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(row, row, 2, 3, 2, 3))
}

function demote(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5)
}

/** Means of seven columns, in one go: the radius the matting Laplacian works with. */
function sevenAcross(line: usize, across: usize, down: f32, target: usize, wide: i32): void {
  const share = f32x4.splat(down)
  for (let x = 0; x < wide; x += 4) {
    const at = usize(x) << 2
    const from = line + at
    const pair = f32x4.add(v128.load(from), v128.load(from, 4))
    const next = f32x4.add(v128.load(from, 8), v128.load(from, 12))
    const last = f32x4.add(v128.load(from, 16), v128.load(from, 20))
    const sum = f32x4.add(f32x4.add(pair, next), f32x4.add(last, v128.load(from, 24)))
    store4(target + at, f32x4.mul(sum, f32x4.mul(v128.load(across + at), share)), wide - x)
  }
}

/** Sums of 2r+1 columns from each on: of spans of one, two, four, ... columns, as many as the window's length is made of. */
function sumAcross(line: usize, spans: usize, sums: usize, wide: i32, r: i32): void {
  const length = 2 * r + 1
  for (let x = 0; x < wide; x += 4) v128.store(sums + (usize(x) << 2), v128.load(line + (usize(x) << 2)))
  let done = 1
  for (let span = 2; span <= length; span *= 2) {
    const half = span === 2 ? line : spans
    add(half, half + (usize(span / 2) << 2), spans, wide + length - span)
    if (length & span) {
      add(sums, spans + (usize(done) << 2), sums, wide)
      done += span
    }
  }
}

/** out = a + b, from the first value on: `out` may be `a` and `b` lie ahead in the same row. */
function add(a: usize, b: usize, out: usize, count: i32): void {
  for (let x = 0; x < count; x += 4) {
    const at = usize(x) << 2
    v128.store(out + at, f32x4.add(v128.load(a + at), v128.load(b + at)))
  }
}

function scaleRow(sums: usize, across: usize, down: f32, target: usize, wide: i32): void {
  const share = f32x4.splat(down)
  for (let x = 0; x < wide; x += 4) {
    const at = usize(x) << 2
    store4(target + at, f32x4.mul(v128.load(sums + at), f32x4.mul(v128.load(across + at), share)), wide - x)
  }
}
