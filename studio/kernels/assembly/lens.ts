import { store4 } from './math'

// Blur of a lens out of focus.

/** Bytes of scratch that `discBlur` wants. */
export function discScratch(width: i32, reach: i32): i32 {
  return (width + 2 * (reach + 3) + 16) * 4
}

/**
 * Sums over a disc by running sums along the rows, times `share`; beyond the picture lies nothing.
 * @param halves float32, half the disc's width in rows so far from its middle: `reach` + 1
 * @param target zeros
 */
export function discBlur(
  source: usize,
  width: i32,
  height: i32,
  halves: usize,
  reach: i32,
  share: f32,
  target: usize,
  scratch: usize,
): void {
  // A border of empty pixels on both sides, so that no window leaves the row.
  const border = reach + 3
  for (let x = 0; x <= border; x++) store<f32>(scratch + (usize(x) << 2), 0)
  for (let y = 0; y < height; y++) {
    sumRow(source + (usize(y * width) << 2), width, border, share, scratch)
    for (let k = 0; k <= reach; k++) {
      const above = y - k >= 0 ? target + (usize((y - k) * width) << 2) : 0
      const below = k > 0 && y + k < height ? target + (usize((y + k) * width) << 2) : 0
      if (above || below)
        addWindows(scratch, border, load<f32>(halves + (usize(k) << 2)), width, above, below)
    }
  }
}

/** Sums of the row up to each pixel. */
function sumRow(row: usize, width: i32, border: i32, share: f32, sums: usize): void {
  const first = sums + (usize(border + 1) << 2)
  let sum: f64 = 0
  for (let x = 0; x < width; x++) {
    const at = usize(x) << 2
    sum += f64(load<f32>(row + at))
    store<f32>(first + at, f32(sum * f64(share)))
  }
  const last = f32(sum * f64(share))
  for (let x = width; x < width + border + 8; x++) store<f32>(first + (usize(x) << 2), last)
}

/** Adds to two rows (0: none) the sums over x ± half; between pixel edges the running sums are interpolated. */
function addWindows(sums: usize, border: i32, half: f32, width: i32, above: usize, below: usize): void {
  const high = i32(half + f32(0.5))
  const rest = f32x4.splat(half + f32(0.5) - f32(high))
  const right = sums + (usize(border + high) << 2)
  const left = sums + (usize(border + 1 - high) << 2)
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    const upper = v128.load(right + at)
    const lower = v128.load(left + at)
    const ends = f32x4.add(
      f32x4.sub(v128.load(right + at, 4), upper),
      f32x4.sub(lower, v128.load(left + at - 4)),
    )
    const window = f32x4.add(f32x4.sub(upper, lower), f32x4.mul(ends, rest))
    if (above) store4(above + at, f32x4.add(v128.load(above + at), window), width - x)
    if (below) store4(below + at, f32x4.add(v128.load(below + at), window), width - x)
  }
}
