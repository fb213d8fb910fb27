// Values of a rank, and values picked out of planes.

/** The value that would stand at `index` were the values sorted; they are reordered. No NaN among them. */
export function valueOfRank(values: usize, count: i32, index: i32): f32 {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = load<f32>(values + (usize((low + high) >> 1) << 2))
    let i = low
    let j = high
    while (i <= j) {
      while (load<f32>(values + (usize(i) << 2)) < pivot) i++
      while (load<f32>(values + (usize(j) << 2)) > pivot) j--
      if (i > j) break
      const left = values + (usize(i++) << 2)
      const right = values + (usize(j--) << 2)
      const kept = load<f32>(left)
      store<f32>(left, load<f32>(right))
      store<f32>(right, kept)
    }
    if (index <= j) high = j
    else if (index >= i) low = i
    else return pivot
  }
  return load<f32>(values + (usize(index) << 2))
}

/**
 * Every `step`th value where another plane is above `level`.
 * @param divisors what the values are divided by, at least 0.05; 0 for none
 * @returns how many were found
 */
export function collect(
  values: usize,
  divisors: usize,
  where: usize,
  level: f32,
  count: i32,
  step: i32,
  out: usize,
): i32 {
  let found = 0
  for (let i = 0; i < count; i += step) {
    const at = usize(i) << 2
    if (load<f32>(where + at) <= level) continue
    const value = load<f32>(values + at)
    const divisor = divisors ? max(f32(0.05), load<f32>(divisors + at)) : f32(1)
    store<f32>(out + (usize(found++) << 2), value / divisor)
  }
  return found
}
