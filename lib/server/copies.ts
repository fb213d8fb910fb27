/** Bytes by a name that says what is in them, those forgotten first that were asked for longest ago. */
export interface Copies {
  get: (name: string) => Buffer | undefined
  add: (name: string, bytes: Buffer) => void
}

/** @param maxBytes of all of them together */
export function createCopies(maxBytes: number): Copies {
  // A map lists its keys in the order they were set.
  const kept = new Map<string, Buffer>()
  let sizeBytes = 0
  const drop = (name: string) => {
    sizeBytes -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }
  return {
    get(name) {
      const bytes = kept.get(name)
      if (bytes === undefined) return undefined
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    add(name, bytes) {
      drop(name)
      if (bytes.length > maxBytes) return
      kept.set(name, bytes)
      sizeBytes += bytes.length
      for (const oldest of kept.keys()) {
        if (sizeBytes <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
