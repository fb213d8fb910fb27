// Extremes of float32 planes over square windows.

/**
 * Lowest (or highest) value of each (2r+1)² window within an area of a plane; what lies outside the area does not count.
 * @param padded float32, (area's width + 2r) * (area's height + 2r) and 16 more
 * @param target of the area's size
 */
export function extremes(
  source: usize,
  stride: i32,
  left: i32,
  top: i32,
  width: i32,
  height: i32,
  radius: i32,
  highest: bool,
  padded: usize,
  target: usize,
): void {
  const wide = width + 2 * radius
  const tall = height + 2 * radius
  const sign: f32 = highest ? -1 : 1
  const infinity = f32x4.splat(f32.POSITIVE_INFINITY)
  for (let i = 0; i < wide * tall; i += 4) v128.store(padded + (usize(i) << 2), infinity)
  const signs = f32x4.splat(sign)
  for (let y = 0; y < height; y++) {
    const from = source + (usize((top + y) * stride + left) << 2)
    const to = padded + (usize((y + radius) * wide + radius) << 2)
    let x: i32 = 0
    for (; x + 4 <= width; x += 4)
      v128.store(to + (usize(x) << 2), f32x4.mul(v128.load(from + (usize(x) << 2)), signs))
    for (; x < width; x++) store<f32>(to + (usize(x) << 2), load<f32>(from + (usize(x) << 2)) * sign)
  }
  leastAhead(padded, wide * tall, 1, 2 * radius + 1)
  leastAhead(padded, wide * tall, wide, 2 * radius + 1)
  for (let y = 0; y < height; y++) {
    const from = padded + (usize(y * wide) << 2)
    const to = target + (usize(y * width) << 2)
    for (let x = 0; x < width; x++) store<f32>(to + (usize(x) << 2), load<f32>(from + (usize(x) << 2)) * sign)
  }
}

/** Each value becomes the lowest of the `count` values from it on, `step` apart: of two spans that cover them all. */
function leastAhead(values: usize, length: i32, step: i32, count: i32): void {
  let covered = 1
  for (; covered * 2 <= count; covered *= 2) lower(values, length, covered * step)
  if (covered < count) lower(values, length, (count - covered) * step)
}

function lower(values: usize, length: i32, offset: i32): void {
  const ahead = usize(offset) << 2
  let i: i32 = 0
  for (; i + 4 <= length - offset; i += 4) {
    const at = values + (usize(i) << 2)
    v128.store(at, f32x4.pmin(v128.load(at), v128.load(at + ahead)))
  }
  for (; i < length - offset; i++) {
    const at = values + (usize(i) << 2)
    const other = load<f32>(at + ahead)
    if (other < load<f32>(at)) store<f32>(at, other)
  }
}
