/** Keeps the last so many of what was opened: the last used is the last to go, and what failed is opened again. */
export function keeping<Value>(most: number) {
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
