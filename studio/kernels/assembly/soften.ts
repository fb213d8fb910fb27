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
      let sum = f32x4.mul(v128.load(above), v128.load32_splat(weights))
      for (let k = 1; k <= reach; k++) {
        if (y >= k) above -= stride
        if (y + k < height) below += stride
        const both = f32x4.add(v128.load(above), v128.load(below))
        sum = f32x4.add(sum, f32x4.mul(both, v128.load32_splat(weights + (usize(k) << 2))))
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
    let sum = f32x4.mul(v128.load(middle), v128.load32_splat(weights))
    for (let k = 1; k <= reach; k++) {
      const away = usize(k) << 2
      const both = f32x4.add(v128.load(middle - away), v128.load(middle + away))
      sum = f32x4.add(sum, f32x4.mul(both, v128.load32_splat(weights + away)))
    }
    // What goes beyond the row is written again with the next.
    v128.store(out + (usize(x) << 2), sum)
  }
}

/** Cells to be drawn upwards row by row: a quadratic B-spline, smooth in value and slope. */
export class Spline {
  /** Target pixels per cell, fractions too. */
  factor: f64
  cells: usize
  /** Cells in a row, rows of them, target pixels in a row. */
  across: i32
  down: i32
  width: i32
  /** The pixels of cell c are those from starts[c] to starts[c + 1]; each lies at -1/2 to 1/2 within its cell. */
  starts: usize
  places: usize
  /** One row of cells with one more on both sides, and the spline in each cell by powers of the place. */
  line: usize
  level: usize
  slope: usize
  bend: usize
}

/** Bytes of a spline. */
export function splineBytes(across: i32, width: i32): i32 {
  return offsetof<Spline>() + (across * 5 + width + 64) * 4
}

export function prepareSpline(
  pointer: usize,
  cells: usize,
  across: i32,
  down: i32,
  width: i32,
  factor: f64,
): void {
  const s = changetype<Spline>(pointer)
  const room = usize(across + 8) << 2
  s.factor = factor
  s.cells = cells
  s.across = across
  s.down = down
  s.width = width
  s.starts = pointer + offsetof<Spline>()
  s.line = s.starts + room
  s.level = s.line + room
  s.slope = s.level + room
  s.bend = s.slope + room
  s.places = s.bend + room
  placesInCells(s.starts, s.places, across, width, factor)
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
  const t = f32(clampHalf(at - f64(row)))
  const stride = usize(s.across) << 2
  mixThree(
    s.cells + usize(max(0, row - 1)) * stride,
    s.cells + usize(row) * stride,
    s.cells + usize(min(s.down - 1, row + 1)) * stride,
    t,
    s.across,
    s.line,
  )
  bendCells(s.line, s.across, s.level, s.slope, s.bend)
  drawCells(s.starts, s.places, s.level, s.slope, s.bend, s.across, out)
}

function clampHalf(value: f64): f64 {
  return value < -0.5 ? -0.5 : value > 0.5 ? 0.5 : value
}

function placesInCells(starts: usize, places: usize, across: i32, width: i32, factor: f64): void {
  let next = 0
  for (let x = 0; x < width; x++) {
    const at = (f64(x) + 0.5) / factor - 0.5
    const column = min(across - 1, i32(at + 0.5))
    for (; next <= column; next++) store<i32>(starts + (usize(next) << 2), x)
    store<f32>(places + (usize(x) << 2), f32(clampHalf(at - f64(column))))
  }
  for (; next <= across; next++) store<i32>(starts + (usize(next) << 2), width)
}

/** The spline across three rows, with one cell more on both sides. */
function mixThree(upper: usize, middle: usize, lower: usize, t: f32, across: i32, line: usize): void {
  const a = f32x4.splat(f32(0.5) * (f32(0.5) - t) * (f32(0.5) - t))
  const b = f32x4.splat(f32(0.75) - t * t)
  const c = f32x4.splat(f32(0.5) * (f32(0.5) + t) * (f32(0.5) + t))
  for (let x = 0; x < across; x += 4) {
    const at = usize(x) << 2
    const outer = f32x4.add(f32x4.mul(v128.load(upper + at), a), f32x4.mul(v128.load(lower + at), c))
    v128.store(line + at, f32x4.add(outer, f32x4.mul(v128.load(middle + at), b)), 4)
  }
  const last = usize(across) << 2
  store<f32>(line, load<f32>(line, 4))
  store<f32>(line + last, load<f32>(line + last), 4)
}

/** The spline's three weights, gathered by powers of the place in the cell. */
function bendCells(line: usize, across: i32, level: usize, slope: usize, bend: usize): void {
  const half = f32x4.splat(0.5)
  for (let cell = 0; cell < across; cell += 4) {
    const at = usize(cell) << 2
    const before = v128.load(line + at)
    const own = v128.load(line + at, 4)
    const after = v128.load(line + at, 8)
    const both = f32x4.mul(f32x4.add(before, after), half)
    v128.store(level + at, f32x4.add(f32x4.mul(own, f32x4.splat(0.75)), f32x4.mul(both, f32x4.splat(0.25))))
    v128.store(slope + at, f32x4.mul(f32x4.sub(after, before), half))
    v128.store(bend + at, f32x4.sub(both, own))
  }
}

function drawCells(
  starts: usize,
  places: usize,
  level: usize,
  slope: usize,
  bend: usize,
  across: i32,
  out: usize,
): void {
  for (let cell = 0; cell < across; cell++) {
    const at = usize(cell) << 2
    const a = v128.load32_splat(level + at)
    const b = v128.load32_splat(slope + at)
    const c = v128.load32_splat(bend + at)
    const end = load<i32>(starts + at, 4)
    // What goes beyond the cell is written again with the next, what goes beyond the row with the next row.
    for (let x = load<i32>(starts + at); x < end; x += 4) {
      const place = v128.load(places + (usize(x) << 2))
      v128.store(out + (usize(x) << 2), f32x4.add(a, f32x4.mul(place, f32x4.add(b, f32x4.mul(place, c)))))
    }
  }
}
