/** A text in `localStorage`. Where storage is off, nothing is kept, reading gives null, and no call throws. */
export interface LocalStorageItem {
  read: () => string | null
  write: (text: string) => void
  remove: () => void
}

export function localStorageItem(key: string): LocalStorageItem {
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
