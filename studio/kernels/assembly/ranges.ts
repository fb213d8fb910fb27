/**
 * Does some work on each of the ranges of pixels of a table: how many there are, then from and to of each, int32.
 * @returns the sum of what the work returns
 */
export function overRanges<T>(ranges: usize, it: T, work: (it: T, from: i32, to: i32) => f64): f64 {
  const end = ranges + 4 + usize(load<i32>(ranges)) * 8
  let sum: f64 = 0
  for (let range = ranges + 4; range < end; range += 8) sum += work(it, load<i32>(range), load<i32>(range, 4))
  return sum
}
