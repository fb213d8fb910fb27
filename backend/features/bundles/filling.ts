/** Shots planned beyond those wanted, to be made in place of headshots that do not pass. */
export const REROLLS_MAX = 10

/**
 * Makes items in order, up to `parallelism` at once, until `wanted` of them turned out well or none is left.
 * Never has more under way than are still wanted. The first failure ends it, once what is under way has ended.
 */
export async function makeUntilEnough<T>(
  items: Iterator<T>,
  wanted: number,
  parallelism: number,
  make: (item: T) => Promise<boolean>,
): Promise<void> {
  let missing = wanted
  let failure: { error: unknown } | undefined
  const underWay = new Set<Promise<void>>()
  for (;;) {
    while (!failure && underWay.size < Math.min(parallelism, missing)) {
      const next = items.next()
      if (next.done) break
      const work: Promise<void> = make(next.value)
        .then((isGood) => void (missing -= isGood ? 1 : 0))
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    }
    if (underWay.size === 0) break
    await Promise.race(underWay)
  }
  if (failure) throw failure.error
}
