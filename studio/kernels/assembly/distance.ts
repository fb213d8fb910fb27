// Distances from the pixels of a mask, float32.

/** Pixels are counted in whole parts of so many: sums and comparisons of whole numbers take half the time. */
const UNIT = 4096
const DIAGONAL = 5793

/** Chamfer distance 1 / √2 from each pixel to the nearest one whose mask is not 0. */
export function distanceTo(mask: usize, width: i32, height: i32, distance: usize): void {
  const far = (width + height) * UNIT
  const count = usize(width * height)
  for (let i: usize = 0; i < count; i++) store<i32>(distance + (i << 2), load<u8>(mask + i) ? 0 : far)
  const stride = usize(width) << 2
  const last = distance + (count << 2) - 4
  for (let row = distance, y = 0; y < height; y++, row += stride)
    relax(row, y > 0 ? row - stride : row, 4, width)
  for (let row = last, y = 0; y < height; y++, row -= stride) relax(row, min(last, row + stride), -4, width)
  for (let at = distance; at <= last; at += 4) store<f32>(at, f32(load<i32>(at)) * (f32(1) / f32(UNIT)))
}

/**
 * Distances of a row from those of the neighbouring row and of the previous pixel, from one end on; `step` is in
 * bytes.
 */
export function relax(row: usize, beside: usize, step: i32, width: i32): void {
  let before = i32.MAX_VALUE >> 1
  let behind = before
  let straight = load<i32>(beside)
  for (let x = 1; x <= width; x++, row += usize(step)) {
    beside += usize(step)
    const next = x < width ? load<i32>(beside) : i32.MAX_VALUE >> 1
    const slanting = min(behind, next) + DIAGONAL
    before = min(min(load<i32>(row), before + UNIT), min(straight + UNIT, slanting))
    store<i32>(row, before)
    behind = straight
    straight = next
  }
}
