/**
 * Tells public pages, which carry no sign-in and set no cookie, whether somebody is signed in in this browser. It
 * says nothing about who, opens nothing, and may be outdated.
 */
const KEY = 'signed_in'

/** Storage may be off; then public pages offer to sign in. */
export function keepSignedInHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    return
  }
}

export function readSignedInHint(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
