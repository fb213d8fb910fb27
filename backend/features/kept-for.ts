/** Caches an answer while it is fresh: dear figures are asked for by many. */
export function keptFor<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.answer
    // Nobody else asks while this answer is on its way.
    const asked = { answer: ask(), until: Infinity }
    kept = asked
    asked.answer.then(
      () => (asked.until = performance.now() + forMs),
      () => (asked.until = 0),
    )
    return asked.answer
  }
}
