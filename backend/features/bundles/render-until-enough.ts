/** Shots tried in place of those that do not pass, where nothing is known of what they cost. */
export const REROLLS_MAX = 10

export interface RenderRequest<T> {
  /** The most promising first. */
  items: Iterable<T>
  wanted: number
  parallelism: number
  /** One item of each framing is needed: the others replace it where it fails. */
  framingOf: (item: T) => string
  /** Framings of which one is there already. */
  kept: Iterable<string>
  /** Asked before an item is started: while it says no, none is. By default all items may be made. */
  mayStart?: (item: T) => boolean
}

/**
 * Makes items in order, up to `parallelism` at once, until `wanted` of them turned out well or none is left.
 * Never runs more calls of `make` than items are still wanted, nor two of one framing. After the first failure no call is
 * started; the others end first.
 */
export async function renderUntilEnough<T>(
  { items, wanted, parallelism, framingOf, kept, mayStart = () => true }: RenderRequest<T>,
  make: (item: T) => Promise<boolean>,
): Promise<void> {
  const left = [...items]
  const taken = new Set(kept)
  let missing = wanted
  let failure: { error: unknown } | undefined
  const underWay = new Set<Promise<void>>()
  const start = (item: T): void => {
    const framing = framingOf(item)
    taken.add(framing)
    const work: Promise<void> = make(item)
      .then((isGood) => {
        if (isGood) missing -= 1
        else taken.delete(framing)
      })
      .catch((error: unknown) => void (failure ??= { error }))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }
  for (;;) {
    while (!failure && underWay.size < Math.min(parallelism, missing)) {
      const place = left.findIndex((item) => !taken.has(framingOf(item)))
      if (place < 0 || !left.slice(place, place + 1).every(mayStart)) break
      left.splice(place, 1).forEach(start)
    }
    if (underWay.size === 0) break
    await Promise.race(underWay)
  }
  if (failure) throw failure.error
}
