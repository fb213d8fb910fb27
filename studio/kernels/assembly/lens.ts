// Blur of a lens out of focus.

/**
 * Sums over a disc by running sums along the rows, times `share`; beyond the picture lies nothing.
 * @param halves float32, half the disc's width in rows so far from its middle: `reach` + 1
 * @param target zeros; @param sums float32, the width and 1
 */
export function discBlur(
  source: usize,
  width: i32,
  height: i32,
  halves: usize,
  reach: i32,
  share: f32,
  target: usize,
  sums: usize,
): void {
  for (let y = 0; y < height; y++) {
    let sum: f64 = 0
    for (let x = 0; x <= width; x++) {
      store<f32>(sums + (usize(x) << 2), f32(sum * f64(share)))
      if (x < width) sum += f64(load<f32>(source + (usize(y * width + x) << 2)))
    }
    for (let k = -reach; k <= reach; k++)
      if (y + k >= 0 && y + k < height)
        addWindows(
          sums,
          load<f32>(halves + (usize(abs(k)) << 2)),
          width,
          target + (usize((y + k) * width) << 2),
        )
  }
}

/** Adds to a row the sums over x ± half. */
function addWindows(sums: usize, half: f32, width: i32, row: usize): void {
  for (let x = 0; x < width; x++) {
    const at = row + (usize(x) << 2)
    const middle = f32(x) + 0.5
    store<f32>(at, load<f32>(at) + sumUpTo(sums, middle + half, width) - sumUpTo(sums, middle - half, width))
  }
}

/** The running sum up to a place between pixel edges. */
function sumUpTo(sums: usize, place: f32, width: i32): f32 {
  if (place <= 0) return 0
  if (place >= f32(width)) return load<f32>(sums + (usize(width) << 2))
  const at = sums + (usize(place) << 2)
  return load<f32>(at) + (load<f32>(at, 4) - load<f32>(at)) * (place - floor(place))
}
