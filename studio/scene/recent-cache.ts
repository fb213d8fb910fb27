/** A cache of the most recently used values, at most `most`: a value that failed to open is opened again. */
export function createRecentCache<Value>(most: number) {
  const kept = new Map<unknown, Promise<Value>>()
  return (key: unknown, open: () => Promise<Value>): Promise<Value> => {
    const value = kept.get(key) ?? open()
    kept.delete(key)
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return value
  }
}
