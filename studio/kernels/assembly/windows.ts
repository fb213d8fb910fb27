// Means over square windows, whole pictures or parts of them. Planes are float32, row by row.

/** Bytes of scratch that `windowMeans` wants for a picture of this width. */
export function windowScratch(width: i32, radius: i32): i32 {
  return (width + 4 * radius + 16) * 20
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
  const across = sums + usize(room) * 4
  for (let k = 0; k < count; k++) {
    const area = areas + usize(k) * 16
    meansOfArea(
      source,
      target,
      width,
      height,
      r,
      load<i32>(area),
      load<i32>(area, 4),
      load<i32>(area, 8),
      load<i32>(area, 12),
      columns,
      line,
      sums,
      across,
    )
  }
}

function meansOfArea(
  source: usize,
  target: usize,
  width: i32,
  height: i32,
  r: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  columns: usize,
  line: usize,
  sums: usize,
  across: usize,
): void {
  // Columns from `left - r` on; those beyond the picture stay 0, so that no window asks whether it is at a border.
  const seen = right - left + 2 * r
  memory.fill(columns, 0, usize(seen) * 8)
  const first = max(0, left - r)
  const last = min(width, right + r)
  const inner = columns + usize(first - (left - r)) * 8
  const wide = last - first
  for (let x = left; x < right; x++)
    store<f32>(across + (usize(x - left) << 2), 1.0 / f32(min(width - 1, x + r) - max(0, x - r) + 1))
  for (let y = max(0, top - r); y < min(height, top + r); y++)
    slide(inner, source + (usize(y * width + first) << 2), 0, wide)
  for (let y = top; y < bottom; y++) {
    const enters = y + r < height ? source + (usize((y + r) * width + first) << 2) : 0
    const leaves = y - r - 1 >= 0 && y > top ? source + (usize((y - r - 1) * width + first) << 2) : 0
    if (enters || leaves) slide(inner, enters, leaves, wide)
    const rows = f32(min(height - 1, y + r) - max(0, y - r) + 1)
    sumAcross(columns, line, sums, right - left, r)
    scaleRow(sums, across, f32(1) / rows, target + (usize(y * width + left) << 2), right - left)
  }
}

/** Adds one row to the columns' sums and takes another off; 0 for none. Sums are float64: they run over all rows. */
function slide(columns: usize, enters: usize, leaves: usize, wide: i32): void {
  let x: i32 = 0
  for (; x + 4 <= wide; x += 4) {
    const at = columns + (usize(x) << 3)
    let low = v128.load(at)
    let high = v128.load(at, 16)
    if (enters) {
      const row = v128.load(enters + (usize(x) << 2))
      low = f64x2.add(low, f64x2.promote_low_f32x4(row))
      high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(row, row, 2, 3, 2, 3)))
    }
    if (leaves) {
      const row = v128.load(leaves + (usize(x) << 2))
      low = f64x2.sub(low, f64x2.promote_low_f32x4(row))
      high = f64x2.sub(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(row, row, 2, 3, 2, 3)))
    }
    v128.store(at, low)
    v128.store(at, high, 16)
  }
  for (; x < wide; x++) {
    const at = columns + (usize(x) << 3)
    let sum = load<f64>(at)
    if (enters) sum += f64(load<f32>(enters + (usize(x) << 2)))
    if (leaves) sum -= f64(load<f32>(leaves + (usize(x) << 2)))
    store<f64>(at, sum)
  }
}

/** Sums of 2r+1 columns from each on: of spans of one, two, four, ... columns, as many as the window's length is made of. */
function sumAcross(columns: usize, line: usize, sums: usize, wide: i32, r: i32): void {
  const length = 2 * r + 1
  for (let x = 0; x < wide + 2 * r; x += 4) {
    const at = columns + (usize(x) << 3)
    const low = f32x4.demote_f64x2_zero(v128.load(at))
    const high = f32x4.demote_f64x2_zero(v128.load(at, 16))
    v128.store(line + (usize(x) << 2), v128.shuffle<f32>(low, high, 0, 1, 4, 5))
  }
  let done = 0
  for (let span = 1; span <= length; span *= 2) {
    if (length & span) {
      const from = line + (usize(done) << 2)
      if (done === 0) memory.copy(sums, from, usize(wide) << 2)
      else addTo(sums, from, wide)
      done += span
    }
    if (span * 2 <= length) addTo(line, line + (usize(span) << 2), wide + length - 2 * span)
  }
}

/** a += b, from the first value on: `b` may lie ahead in the same row. */
function addTo(a: usize, b: usize, count: i32): void {
  for (let x = 0; x < count; x += 4) {
    const at = usize(x) << 2
    v128.store(a + at, f32x4.add(v128.load(a + at), v128.load(b + at)))
  }
}

function scaleRow(sums: usize, across: usize, down: f32, target: usize, wide: i32): void {
  const share = f32x4.splat(down)
  let x: i32 = 0
  for (; x + 4 <= wide; x += 4) {
    const at = usize(x) << 2
    v128.store(target + at, f32x4.mul(v128.load(sums + at), f32x4.mul(v128.load(across + at), share)))
  }
  for (; x < wide; x++) {
    const at = usize(x) << 2
    store<f32>(target + at, load<f32>(sums + at) * load<f32>(across + at) * down)
  }
}
