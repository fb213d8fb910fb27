// Pictures squeezed into a net's square (see studio/nets/squeeze.ts).

/** What of the source a cell of the target is the weighted mean of: so many rows or columns from the first on. */
class Cell {
  first: i32
  count: i32
  /** Float32 weights. */
  weights: usize
}

/**
 * Rows of a square by area means of an RGB picture, as float32.
 * @param band rows of the picture, `stride` bytes each, from row `top` on
 * @param tones what to take for each byte value, 0 for the values themselves
 * @param down cells of the square's rows; @param across of its columns
 * @param line float32, the stride and 16 more
 */
export function squeeze(
  band: usize,
  stride: i32,
  top: i32,
  rows: i32,
  tones: usize,
  down: usize,
  from: i32,
  to: i32,
  across: usize,
  side: i32,
  line: usize,
  out: usize,
): void {
  if (tones)
    for (let at = band; at < band + usize(rows * stride); at++)
      store<u8>(at, load<u8>(tones + usize(load<u8>(at))))
  for (let y = from; y < to; y++) {
    const cell = changetype<Cell>(down + usize(y) * offsetof<Cell>())
    weighRows(band + usize((cell.first - top) * stride), stride, cell, line)
    weighColumns(line, across, side, out + usize(y * side) * 12)
  }
}

function weighRows(band: usize, stride: i32, cell: Cell, line: usize): void {
  const zero = f32x4.splat(0)
  for (let k: usize = 0; k < usize(stride); k += 16) {
    let a = zero
    let b = zero
    let c = zero
    let d = zero
    let at = band + k
    const end = cell.weights + (usize(cell.count) << 2)
    for (let weight = cell.weights; weight < end; weight += 4, at += usize(stride)) {
      const share = v128.load32_splat(weight)
      const bytes = v128.load(at)
      const low = i16x8.extend_low_i8x16_u(bytes)
      const high = i16x8.extend_high_i8x16_u(bytes)
      a = f32x4.add(a, f32x4.mul(share, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(low))))
      b = f32x4.add(b, f32x4.mul(share, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(low))))
      c = f32x4.add(c, f32x4.mul(share, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(high))))
      d = f32x4.add(d, f32x4.mul(share, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(high))))
    }
    const out = line + (k << 2)
    v128.store(out, a)
    v128.store(out, b, 16)
    v128.store(out, c, 32)
    v128.store(out, d, 48)
  }
}

/** Writes a fourth value behind each colour, too: the next one's first. */
function weighColumns(line: usize, across: usize, side: i32, out: usize): void {
  for (let x = 0; x < side; x++) {
    const cell = changetype<Cell>(across + usize(x) * offsetof<Cell>())
    let at = line + usize(cell.first) * 12
    let sum = f32x4.splat(0)
    const end = cell.weights + (usize(cell.count) << 2)
    for (let weight = cell.weights; weight < end; weight += 4, at += 12)
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weight), v128.load(at)))
    v128.store(out + usize(x) * 12, sum)
  }
}
