/**
 * The least whole number from `least` on for which `isEnough` holds, which is taken to hold for all above.
 * @returns null where it does not hold at `most` either
 */
export function leastEnough(
  { least, most }: { least: number; most: number },
  isEnough: (count: number) => boolean,
): number | null {
  let tooFew = least - 1
  let enough = least
  while (!isEnough(enough)) {
    if (enough >= most) return null
    tooFew = enough
    enough = Math.min(most, Math.ceil(enough * 1.5))
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

/** @param sorted ascending. @returns what the share of them is at or below; NaN of none */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

/** How many are at or below a limit. @param sorted ascending */
export function countWithin(sorted: ArrayLike<number>, limit: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? Infinity) <= limit) from = middle + 1
    else to = middle
  }
  return from
}
