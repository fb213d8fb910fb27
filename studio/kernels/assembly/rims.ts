// Lab of cells of pixels (see studio/person/rim-finder.ts).
import { curvedX4, curvedY4, curvedZ4, lightness4, times4 } from './lab'
import { gather4 } from './pixels'

/** RGB with its float32 coverage, and planes of cells of two by two pixels to write. */
class Cells {
  colours: usize
  alpha: usize
  width: i32
  height: i32
  /** Mean coverage per cell; float32 as those that follow. */
  covered: usize
  cellsWide: i32
  cellsHigh: i32
  /** Linear light by byte. */
  linear: usize
  /** Scratch: three times four values. */
  sums: usize
  l: usize
  a: usize
  b: usize
}

/** Lab of the pixels' mean light, weighted by their coverage; cells covered by less than `least` are 0. */
export function labOfCovered(pointer: usize, least: f32): void {
  const c = changetype<Cells>(pointer)
  for (let y = 0; y < c.cellsHigh; y++) labOfRow(c, y, least)
}

/** Exported so that it stays a function: the engine then changes over to its compiled code between rows. */
export function labOfRow(c: Cells, y: i32, least: f32): void {
  for (let x = 0; x < c.cellsWide; x += 4) {
    const at = usize(y * c.cellsWide + x) << 2
    const inside = f32x4.ge(v128.load(c.covered + at), f32x4.splat(least))
    if (!v128.any_true(inside)) {
      v128.store(c.l + at, f32x4.splat(0))
      v128.store(c.a + at, f32x4.splat(0))
      v128.store(c.b + at, f32x4.splat(0))
      continue
    }
    sumFour(c, x, y)
    const red = v128.load(c.sums)
    const green = v128.load(c.sums, 16)
    const blue = v128.load(c.sums, 32)
    const middle = curvedY4(red, green, blue)
    v128.store(c.l + at, v128.and(inside, lightness4(middle)))
    v128.store(c.a + at, v128.and(inside, times4(500, curvedX4(red, green, blue), middle)))
    v128.store(c.b + at, v128.and(inside, times4(200, middle, curvedZ4(red, green, blue))))
  }
}

/** Mean linear light of four cells. */
function sumFour(c: Cells, x: i32, y: i32): void {
  let red = f32x4.splat(0)
  let green = red
  let blue = red
  let weight = f32x4.splat(1e-6)
  for (let v = 2 * y; v < min(c.height, 2 * y + 2); v++) {
    for (let u = 2 * x; u < 2 * x + 2; u++) {
      const i = usize(v * c.width + u)
      const share = everySecond(c.alpha + (i << 2), c.width - u)
      const at = c.colours + 3 * i
      red = f32x4.add(red, f32x4.mul(share, gather4(c.linear, everySixth(at))))
      green = f32x4.add(green, f32x4.mul(share, gather4(c.linear, everySixth(at + 1))))
      blue = f32x4.add(blue, f32x4.mul(share, gather4(c.linear, everySixth(at + 2))))
      weight = f32x4.add(weight, share)
    }
  }
  v128.store(c.sums, f32x4.div(red, weight))
  v128.store(c.sums, f32x4.div(green, weight), 16)
  v128.store(c.sums, f32x4.div(blue, weight), 32)
}

/** Four values with one between two, 0 for those that lie behind `left` ones. */
function everySecond(at: usize, left: i32): v128 {
  const values = v128.shuffle<f32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6)
  return v128.and(values, i32x4.gt_s(i32x4.splat(left), i32x4(0, 2, 4, 6)))
}

/** Bytes of one channel of every second pixel. */
function everySixth(at: usize): v128 {
  let found = v128.load8_lane(at, i32x4.splat(0), 0)
  found = v128.load8_lane(at + 6, found, 4)
  found = v128.load8_lane(at + 12, found, 8)
  return v128.load8_lane(at + 18, found, 12)
}
