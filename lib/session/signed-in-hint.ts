/**
 * Tells public pages, which carry no sign-in and set no cookie, whether somebody is signed in in this browser. It
 * says nothing about who, opens nothing, and may be outdated.
 */
const SIGNED_IN_HINT = 'signed_in'

/** Storage may be off; then public pages offer to sign in. */
export function keepSignedInHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN_HINT, '1')
    else localStorage.removeItem(SIGNED_IN_HINT)
  } catch {
    return
  }
}

export function readSignedInHint(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_HINT) !== null
  } catch {
    return false
  }
}
