// Resampling of float32 planes.

/** Area average by an integer factor; partial last rows and columns are averaged over what exists. `line`: float32, the source's width and 4 * factor more. */
export function reduce(
  source: usize,
  width: i32,
  height: i32,
  factor: i32,
  target: usize,
  line: usize,
): void {
  const across = (width + factor - 1) / factor
  const down = (height + factor - 1) / factor
  for (let y = 0; y < down; y++) {
    const rows = min(factor, height - y * factor)
    sumRows(source + (usize(y * factor * width) << 2), width, rows, line)
    const out = target + (usize(y * across) << 2)
    const whole = width / factor
    const share = f32(1) / f32(rows * factor)
    let rest: f32 = 0
    for (let k = whole * factor; k < width; k++) rest += load<f32>(line + (usize(k) << 2))
    let span = factor
    for (; span % 2 === 0; span /= 2) pairUp(line, (whole * span) / 2)
    for (let x = 0; x < whole; x++) {
      let sum: f32 = 0
      const from = line + (usize(x * span) << 2)
      for (let k = 0; k < span; k++) sum += load<f32>(from + (usize(k) << 2))
      store<f32>(out + (usize(x) << 2), sum * share)
    }
    if (whole < across) store<f32>(out + (usize(whole) << 2), rest / f32(rows * (width - whole * factor)))
  }
}

function sumRows(source: usize, width: i32, rows: i32, line: usize): void {
  const stride = usize(width) << 2
  for (let x = 0; x < width; x += 4) {
    const at = usize(x) << 2
    let sum = v128.load(source + at)
    for (let row = 1; row < rows; row++) sum = f32x4.add(sum, v128.load(source + usize(row) * stride + at))
    v128.store(line + at, sum)
  }
}

/** Each value of a line becomes the sum of a pair, in the line itself; at most 3 pairs more than asked for. */
function pairUp(line: usize, pairs: i32): void {
  for (let x = 0; x < pairs; x += 4) {
    const from = line + (usize(x) << 3)
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const sum = f32x4.add(v128.shuffle<f32>(a, b, 0, 2, 4, 6), v128.shuffle<f32>(a, b, 1, 3, 5, 7))
    v128.store(line + (usize(x) << 2), sum)
  }
}

/**
 * Bilinear resize of areas of the target, pixel centres aligned.
 * @param stepX source pixels per target pixel
 * @param areas left, top, right, bottom in the target; @param line float32, the source's width and 4 more
 * @param columns int32 and weights float32 of the target's width each
 */
export function enlarge(
  source: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  target: usize,
  width: i32,
  stepX: f64,
  stepY: f64,
  areas: usize,
  count: i32,
  line: usize,
  columns: usize,
  weights: usize,
): void {
  for (let x = 0; x < width; x++) {
    const at = clampTo(f64(sourceWidth - 1), (f64(x) + 0.5) * stepX - 0.5)
    const left = min(max(0, sourceWidth - 2), i32(at))
    store<i32>(columns + (usize(x) << 2), left)
    store<f32>(weights + (usize(x) << 2), f32(at - f64(left)))
  }
  for (let k = 0; k < count; k++) {
    const area = areas + usize(k) * 16
    const left = load<i32>(area)
    const right = load<i32>(area, 8)
    const bottom = load<i32>(area, 12)
    const first = load<i32>(columns + (usize(left) << 2))
    const last = load<i32>(columns + (usize(right - 1) << 2)) + 2
    for (let y = load<i32>(area, 4); y < bottom; y++) {
      const at = clampTo(f64(sourceHeight - 1), (f64(y) + 0.5) * stepY - 0.5)
      const above = min(max(0, sourceHeight - 2), i32(at))
      const upper = source + (usize(above * sourceWidth) << 2)
      const lower = sourceHeight > 1 ? upper + (usize(sourceWidth) << 2) : upper
      mixRows(upper, lower, f32(at - f64(above)), first, last, line)
      // A single column has nothing to its right.
      if (sourceWidth === 1) store<f32>(line, load<f32>(line), 4)
      const row = target + (usize(y * width) << 2)
      alongRow(line, columns, weights, row, left, right)
    }
  }
}

function clampTo(last: f64, value: f64): f64 {
  return value < 0 ? 0 : value > last ? last : value
}

function mixRows(upper: usize, lower: usize, share: f32, first: i32, last: i32, out: usize): void {
  const v = f32x4.splat(share)
  for (let x = first; x < last; x += 4) {
    const at = usize(x) << 2
    const a = v128.load(upper + at)
    v128.store(out + at, f32x4.add(a, f32x4.mul(f32x4.sub(v128.load(lower + at), a), v)))
  }
}

function alongRow(line: usize, columns: usize, weights: usize, row: usize, left: i32, right: i32): void {
  for (let x = left; x < right; x++) {
    const at = usize(x) << 2
    const from = line + (usize(load<i32>(columns + at)) << 2)
    const a = load<f32>(from)
    store<f32>(row + at, a + (load<f32>(from, 4) - a) * load<f32>(weights + at))
  }
}
