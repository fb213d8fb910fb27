// Masks: a byte per pixel, 0 or 1.

/**
 * The parts of a mask that hold a seed above a half, joined by their sides.
 * @param out all 0 before; @param stack int32, as many as pixels
 */
export function connectedTo(
  mask: usize,
  seeds: usize,
  width: i32,
  height: i32,
  out: usize,
  stack: usize,
): void {
  const count = width * height
  for (let i = 0; i < count; i++) {
    if (!(load<f32>(seeds + (usize(i) << 2)) > 0.5)) continue
    let depth = visit(mask, out, stack, 0, i)
    while (depth > 0) {
      const at = load<i32>(stack + (usize(--depth) << 2))
      const x = at % width
      if (x > 0) depth = visit(mask, out, stack, depth, at - 1)
      if (x < width - 1) depth = visit(mask, out, stack, depth, at + 1)
      if (at >= width) depth = visit(mask, out, stack, depth, at - width)
      if (at < count - width) depth = visit(mask, out, stack, depth, at + width)
    }
  }
}

/** Puts a pixel of the mask on the stack, once; @returns how many are there */
function visit(mask: usize, out: usize, stack: usize, depth: i32, pixel: i32): i32 {
  if (!load<u8>(mask + usize(pixel)) || load<u8>(out + usize(pixel))) return depth
  store<u8>(out + usize(pixel), 1)
  store<i32>(stack + (usize(depth) << 2), pixel)
  return depth + 1
}
