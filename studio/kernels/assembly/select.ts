// Values of a rank.

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
