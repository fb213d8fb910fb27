import { safeRedirectPath } from './redirect.ts'

/** Browser storage key of the saved redirect address; survives the detour through a mail program. */
const KEY = 'redirect_url'

/** Saves the page that was wanted before sign-in. Storage may be off; then the address bar alone remembers. */
export function saveWantedPage(path: string | null): void {
  const safe = safeRedirectPath(path)
  if (safe === undefined) return
  try {
    localStorage.setItem(KEY, safe)
  } catch {
    return
  }
}

export function readWantedPage(): string | undefined {
  try {
    return safeRedirectPath(localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}

/** Reads and forgets it. */
export function takeWantedPage(): string | undefined {
  const wanted = readWantedPage()
  try {
    localStorage.removeItem(KEY)
  } catch {
    return wanted
  }
  return wanted
}
