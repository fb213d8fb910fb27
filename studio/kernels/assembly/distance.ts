// Distances from the pixels of a mask, float32.
import { bytes4 } from './pixels'

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
