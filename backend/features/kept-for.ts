/** Caches an answer while it is fresh: many callers ask for figures that are slow to compute. */
export function keptFor<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.answer
    // While this answer is on its way, it is not computed a second time.
    const asked = { answer: ask(), until: Infinity }
    kept = asked
    asked.answer.then(
      () => (asked.until = performance.now() + forMs),
      () => (asked.until = 0),
    )
    return asked.answer
  }
}
