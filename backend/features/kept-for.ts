/** Caches an answer while it is fresh: dear figures are asked for by many. */
export function keptFor<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let askedAt = -Infinity
  return () => {
    if (answer === undefined || performance.now() - askedAt > forMs) {
      askedAt = performance.now()
      answer = ask()
      answer.catch(() => (answer = undefined))
    }
    return answer
  }
}
