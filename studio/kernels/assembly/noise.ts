import { store4 } from './math'
import { gather4 } from './pixels'

// Smooth noise of a lattice of random values.

/**
 * Adds the lattice's values, quintic between its points.
 * @param size pixels from one point to the next; @param columns points in a row of the lattice
 * @param scratch 4 * (2 * width + columns + 16) bytes
 */
export function addLattice(
  out: usize,
  width: i32,
  height: i32,
  lattice: usize,
  columns: i32,
  size: f64,
  scratch: usize,
): void {
  const cells = scratch
  const places = cells + (usize(width + 4) << 2)
  const line = places + (usize(width + 4) << 2)
  for (let x = 0; x < width; x++) {
    const at = f64(x) / size
    store<i32>(cells + (usize(x) << 2), i32(at))
    store<f32>(places + (usize(x) << 2), fade(at - f64(i32(at))))
  }
  // Past the row's end the vectors look up cells too.
  for (let x = width; x < width + 4; x++) store<i32>(cells + (usize(x) << 2), 0)
  for (let y = 0; y < height; y++) {
    const at = f64(y) / size
    const upper = lattice + (usize(i32(at) * columns) << 2)
    mixRow(upper, upper + (usize(columns) << 2), fade(at - f64(i32(at))), columns, line)
    addRow(line, cells, places, width, out + (usize(y * width) << 2))
  }
}

function fade(t: f64): f32 {
  return f32(t * t * t * (t * (t * 6 - 15) + 10))
}

function mixRow(upper: usize, lower: usize, share: f32, count: i32, line: usize): void {
  const v = f32x4.splat(share)
  for (let x = 0; x < count; x += 4) {
    const at = usize(x) << 2
    const above = v128.load(upper + at)
    v128.store(line + at, f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(lower + at), above), v)))
  }
}

function addRow(line: usize, cells: usize, places: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    const cell = v128.load(cells + at)
    const left = gather4(line, cell)
    const right = gather4(line + 4, cell)
    const value = f32x4.add(left, f32x4.mul(f32x4.sub(right, left), v128.load(places + at)))
    store4(out + at, f32x4.add(v128.load(out + at), value), width - x)
  }
}
