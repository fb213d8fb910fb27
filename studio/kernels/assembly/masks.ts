// Masks: a byte per pixel, 0 or 1.
import { storeMarks4 } from './pixels'

/** 1 where a value differs from the next one to the right or below. */
export function changes(plane: usize, width: i32, height: i32, mask: usize): void {
  for (let y = 0; y < height; y++) {
    const row = plane + (usize(y * width) << 2)
    const below = y < height - 1 ? usize(width) << 2 : 0
    const out = mask + usize(y * width)
    let x: i32 = 0
    for (; x + 4 < width; x += 4) {
      const at = row + (usize(x) << 2)
      const own = v128.load(at)
      const right = f32x4.ne(own, v128.load(at, 4))
      const bits = v128.or(right, f32x4.ne(own, v128.load(at + below)))
      storeMarks4(out + usize(x), bits)
    }
    for (; x < width; x++) {
      const at = row + (usize(x) << 2)
      const own = load<f32>(at)
      const next = x < width - 1 ? load<f32>(at, 4) : own
      store<u8>(out + usize(x), own !== next || own !== load<f32>(at + below) ? 1 : 0)
    }
  }
}

/** Marks every tile of `side` pixels that holds a marked pixel or lies within `margin` (at most a tile) of one. */
export function markTiles(mask: usize, width: i32, height: i32, margin: i32, side: i32, tiles: usize): void {
  const across = (width + side - 1) / side
  const down = (height + side - 1) / side
  memory.fill(tiles, 0, usize(across * down))
  for (let y = 0; y < height; y++) {
    const upper = tiles + usize((max(0, y - margin) / side) * across)
    const lower = tiles + usize((min(height - 1, y + margin) / side) * across)
    const row = mask + usize(y * width)
    for (let x = 0; x < width; x++) {
      if (x + 16 <= width && !v128.any_true(v128.load(row + usize(x)))) {
        x += 15
        continue
      }
      if (!load<u8>(row + usize(x))) continue
      const left = usize(max(0, x - margin) / side)
      const right = usize(min(width - 1, x + margin) / side)
      store<u8>(upper + left, 1)
      store<u8>(upper + right, 1)
      store<u8>(lower + left, 1)
      store<u8>(lower + right, 1)
    }
  }
}

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
