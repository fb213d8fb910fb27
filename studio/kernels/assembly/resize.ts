// Means of float32 planes.

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
