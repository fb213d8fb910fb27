/** How many cells of a map lie in connected pieces of at least so many; empties the map. */
export function pieces(odd: Uint8Array, width: number, least: number): number {
  let total = 0
  for (let start = 0; start < odd.length; start++) {
    if (!odd[start]) continue
    const open = [start]
    odd[start] = 0
    let count = 0
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      count++
      for (const near of [at - 1, at + 1, at - width, at + width]) {
        if (!odd[near]) continue
        odd[near] = 0
        open.push(near)
      }
    }
    if (count >= least) total += count
  }
  return total
}
