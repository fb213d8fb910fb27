// Masks: a byte per pixel, 0 or 1.

/**
 * The parts of a mask that hold a seed above a half, joined by their sides.
 * @param out all 0 before; @param stack int32, twice as many as pixels
 */
export function connectedTo(
  mask: usize,
  seeds: usize,
  width: i32,
  height: i32,
  out: usize,
  stack: usize,
): void {
  for (let i = 0; i < width * height; i++) {
    if (!load<u8>(mask + usize(i)) || load<u8>(out + usize(i)) || !(load<f32>(seeds + (usize(i) << 2)) > 0.5))
      continue
    store<i32>(stack, i)
    let depth = 1
    while (depth > 0) {
      const at = load<i32>(stack + (usize(--depth) << 2))
      if (load<u8>(out + usize(at))) continue
      depth = fillSpan(mask, width, height, out, stack, depth, at)
    }
  }
}

/** Fills the row's span round a pixel and puts the beginnings of those it touches above and below on the stack. */
function fillSpan(mask: usize, width: i32, height: i32, out: usize, stack: usize, depth: i32, at: i32): i32 {
  const y = at / width
  const first = y * width
  let left = at
  while (left > first && load<u8>(mask + usize(left - 1))) left--
  let right = at
  while (right < first + width - 1 && load<u8>(mask + usize(right + 1))) right++
  for (let i = left; i <= right; i++) store<u8>(out + usize(i), 1)
  if (y > 0) depth = pushSpans(mask, out, stack, depth, left - width, right - width)
  if (y < height - 1) depth = pushSpans(mask, out, stack, depth, left + width, right + width)
  return depth
}

function pushSpans(mask: usize, out: usize, stack: usize, depth: i32, from: i32, to: i32): i32 {
  let open = false
  for (let i = from; i <= to; i++) {
    const free = load<u8>(mask + usize(i)) !== 0 && load<u8>(out + usize(i)) === 0
    if (free && !open) store<i32>(stack + (usize(depth++) << 2), i)
    open = free
  }
  return depth
}
