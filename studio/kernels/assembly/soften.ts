// Gaussian blurs by their own kernel, and planes drawn upwards smoothly.

/**
 * A symmetric kernel along both directions; the border repeats. `target` is not `source`.
 * @param weights float32, from the middle outwards: `reach` + 1; @param line float32, the width, two reaches and 16 more
 */
export function gauss(
  source: usize,
  width: i32,
  height: i32,
  weights: usize,
  reach: i32,
  target: usize,
  line: usize,
): void {
  const stride = usize(width) << 2
  const middle = line + (usize(reach) << 2)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const column = source + (usize(x) << 2)
      let above = column + usize(y) * stride
      let below = above
      let sum = v128.load(above) * v128.load32_splat(weights)
      for (let k = 1; k <= reach; k++) {
        if (y >= k) above -= stride
        if (y + k < height) below += stride
        const both = v128.load(above) + v128.load(below)
        sum = sum + both * v128.load32_splat(weights + (usize(k) << 2))
      }
      v128.store(middle + (usize(x) << 2), sum)
    }
    const behind = middle + stride
    for (let k: usize = 4; k <= usize(reach) << 2; k += 4) {
      store<f32>(middle - k, load<f32>(middle))
      store<f32>(behind + k - 4, load<f32>(behind - 4))
    }
    gaussAcross(middle, weights, reach, width, target + usize(y) * stride)
  }
}

function gaussAcross(line: usize, weights: usize, reach: i32, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 4) {
    const middle = line + (usize(x) << 2)
    let sum = v128.load(middle) * v128.load32_splat(weights)
    for (let k = 1; k <= reach; k++) {
      const away = usize(k) << 2
      const both = v128.load(middle - away) + v128.load(middle + away)
      sum = sum + both * v128.load32_splat(weights + away)
    }
    // Values beyond the row's end are overwritten by the next row.
    v128.store(out + (usize(x) << 2), sum)
  }
}

/** Cells to be drawn upwards row by row: a quadratic B-spline, smooth in value and slope. */
export class Spline {
  /** Target pixels per cell from row to row, fractions too. */
  factor: f64
  cells: usize
  /** Cells in a row, rows of them, target pixels in a row. */
  across: i32
  down: i32
  width: i32
  /** The pixels of cell c are those from starts[c] to starts[c + 1]; each lies at -1/2 to 1/2 within its cell. */
  starts: usize
  places: usize
  /** One row of cells with one more on both sides. */
  line: usize
}

/** Bytes of a spline. */
export function splineBytes(across: i32, width: i32): i32 {
  return offsetof<Spline>() + (across * 2 + width + 64) * 4
}

export function prepareSpline(
  pointer: usize,
  cells: usize,
  across: i32,
  down: i32,
  width: i32,
  factorX: f64,
  factorY: f64,
): void {
  const s = changetype<Spline>(pointer)
  s.factor = factorY
  s.cells = cells
  s.across = across
  s.down = down
  s.width = width
  s.starts = pointer + offsetof<Spline>()
  s.line = s.starts + (usize(across + 8) << 2)
  s.places = s.line + (usize(across + 8) << 2)
  let next = 0
  for (let x = 0; x < width; x++) {
    const at = (f64(x) + 0.5) / factorX - 0.5
    const column = min(across - 1, i32(at + 0.5))
    for (; next <= column; next++) store<i32>(s.starts + (usize(next) << 2), x)
    store<f32>(s.places + (usize(x) << 2), placeIn(at, column))
  }
  for (; next <= across; next++) store<i32>(s.starts + (usize(next) << 2), width)
}

function placeIn(at: f64, cell: i32): f32 {
  return f32(max<f64>(-0.5, min<f64>(0.5, at - f64(cell))))
}

/** All rows of a spline. */
export function expand(pointer: usize, target: usize, height: i32): void {
  const s = changetype<Spline>(pointer)
  for (let y = 0; y < height; y++) splineRow(s, y, target + (usize(y * s.width) << 2))
}

/** One row of a spline; `out` has room for 4 pixels more. */
export function splineRow(s: Spline, y: i32, out: usize): void {
  const at = (f64(y) + 0.5) / s.factor - 0.5
  const row = min(s.down - 1, i32(at + 0.5))
  const stride = usize(s.across) << 2
  const middle = s.cells + usize(row) * stride
  const upper = row > 0 ? middle - stride : middle
  mixThree(upper, middle, row < s.down - 1 ? middle + stride : middle, placeIn(at, row), s.across, s.line)
  for (let cell = 0; cell < s.across; cell++) {
    const cells = s.line + (usize(cell) << 2)
    const own = load<f32>(cells, 4)
    const mean: f32 = (load<f32>(cells) + load<f32>(cells, 8)) * 0.5
    // The spline's three weights, gathered by powers of the place in the cell.
    const level = f32x4.splat(own * 0.75 + mean * 0.25)
    const slope = f32x4.splat((load<f32>(cells, 8) - load<f32>(cells)) * 0.5)
    const bend = f32x4.splat(mean - own)
    const start = s.starts + (usize(cell) << 2)
    const end = load<i32>(start, 4)
    // Values beyond the cell are overwritten by the next cell, values beyond the row by the next row.
    for (let x = load<i32>(start); x < end; x += 4) {
      const place = v128.load(s.places + (usize(x) << 2))
      const rise = place * (slope + place * bend)
      v128.store(out + (usize(x) << 2), level + rise)
    }
  }
}

/** The spline across three rows, with one cell more on both sides. */
function mixThree(upper: usize, middle: usize, lower: usize, t: f32, across: i32, line: usize): void {
  const a = f32x4.splat(f32(0.5) * (f32(0.5) - t) * (f32(0.5) - t))
  const b = f32x4.splat(f32(0.75) - t * t)
  const c = f32x4.splat(f32(0.5) * (f32(0.5) + t) * (f32(0.5) + t))
  for (let x = 0; x < across; x += 4) {
    const at = usize(x) << 2
    const outer = v128.load(upper + at) * a + v128.load(lower + at) * c
    v128.store(line + at, outer + v128.load(middle + at) * b, 4)
  }
  const last = usize(across) << 2
  store<f32>(line, load<f32>(line, 4))
  store<f32>(line + last, load<f32>(line + last), 4)
}
