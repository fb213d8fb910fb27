// Resampling of float32 planes.

/**
 * Area average by an integer factor; partial last rows and columns are averaged over what exists.
 * @param line float32, the source's width and 4 more
 */
export function reduce(
  source: usize,
  width: i32,
  height: i32,
  factor: i32,
  target: usize,
  line: usize,
): void {
  let out = target
  for (let y = 0; y < height; y += factor) {
    const rows = min(factor, height - y)
    sumRows(source + (usize(y * width) << 2), width, rows, width, line)
    let at = line
    for (let x = 0; x < width; x += factor, out += 4) {
      const columns = min(factor, width - x)
      let sum: f32 = 0
      for (const end = at + (usize(columns) << 2); at < end; at += 4) sum += load<f32>(at)
      store<f32>(out, sum / f32(rows * columns))
    }
  }
}

/** Sums of so many rows, column by column; up to three columns more are written. */
export function sumRows(source: usize, width: i32, rows: i32, columns: i32, line: usize): void {
  const stride = usize(width) << 2
  for (let x = 0; x < columns; x += 4) {
    let at = source + (usize(x) << 2)
    let sum = v128.load(at)
    for (let row = 1; row < rows; row++) {
      at += stride
      sum = sum + v128.load(at)
    }
    v128.store(line + (usize(x) << 2), sum)
  }
}

/**
 * Bilinear resize, pixel centres aligned.
 * @param stepX source pixels per target pixel
 * @param times a plane of the target's size: the target grows by the product with it; 0: it becomes the values themselves
 * @param line float32, the source's width and 4 more; @param columns int32 and float32 of the target's width
 */
export function enlarge(
  source: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  target: usize,
  width: i32,
  height: i32,
  stepX: f64,
  stepY: f64,
  times: usize,
  line: usize,
  columns: usize,
): void {
  for (let x = 0; x < width; x++) {
    const at = placeOf(x, stepX, sourceWidth)
    const left = min(max(0, sourceWidth - 2), i32(at))
    store<i32>(columns + (usize(x) << 3), left << 2)
    store<f32>(columns + (usize(x) << 3), f32(at - f64(left)), 4)
  }
  for (let y = 0; y < height; y++) {
    const at = placeOf(y, stepY, sourceHeight)
    const above = min(max(0, sourceHeight - 2), i32(at))
    const upper = source + (usize(above * sourceWidth) << 2)
    mixRows(upper, sourceHeight > 1 ? usize(sourceWidth) << 2 : 0, f32(at - f64(above)), sourceWidth, line)
    // A single column has nothing to its right.
    if (sourceWidth === 1) store<f32>(line, load<f32>(line), 4)
    alongRow(line, columns, width, target + (usize(y * width) << 2), times && times + (usize(y * width) << 2))
  }
}

function placeOf(pixel: i32, step: f64, count: i32): f64 {
  return max<f64>(0, min<f64>(f64(count - 1), (f64(pixel) + 0.5) * step - 0.5))
}

function mixRows(upper: usize, stride: usize, share: f32, width: i32, out: usize): void {
  const v = f32x4.splat(share)
  for (let x = 0; x < width; x += 4) {
    const at = upper + (usize(x) << 2)
    const a = v128.load(at)
    v128.store(out + (usize(x) << 2), a + (v128.load(at + stride) - a) * v)
  }
}

function alongRow(line: usize, columns: usize, width: i32, row: usize, times: usize): void {
  const end = row + (usize(width) << 2)
  for (let at = row; at < end; at += 4, columns += 8) {
    const from = line + load<i32>(columns)
    const a = load<f32>(from)
    let value = a + (load<f32>(from, 4) - a) * load<f32>(columns, 4)
    if (times) {
      value = load<f32>(at) + value * load<f32>(times)
      times += 4
    }
    store<f32>(at, value)
  }
}
