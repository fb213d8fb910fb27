/** A text this browser keeps under a key. Storage may be off; then nothing is kept, and nothing fails. */
export interface Kept {
  read: () => string | null
  write: (text: string) => void
  remove: () => void
}

export function keptAt(key: string): Kept {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  return {
    read: () => attempt(() => localStorage.getItem(key), null),
    write: (text) => attempt(() => localStorage.setItem(key, text), undefined),
    remove: () => attempt(() => localStorage.removeItem(key), undefined),
  }
}
