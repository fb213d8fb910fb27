import { localStorageItem } from '#lib/browser/local-storage-item.ts'

export const SIGNED_IN_KEY = 'signed_in'

/**
 * Tells public pages, which carry no sign-in and set no cookie, whether a user is signed in in this browser. It
 * does not say who, grants nothing, and may be outdated. Where storage is off, public pages offer to sign in.
 */
const hint = localStorageItem(SIGNED_IN_KEY)

export function keepSignedInHint(isSignedIn: boolean): void {
  if (isSignedIn) hint.write('1')
  else hint.remove()
}

export function readSignedInHint(): boolean {
  return hint.read() !== null
}
