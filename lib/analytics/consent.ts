import { localStorageItem } from '#lib/browser/local-storage-item.ts'

/** The consent flag, by the specification's name. */
export const CONSENT_KEY = 'cookie_consent'
export const ACCEPTED = 'accepted'

const flag = localStorageItem(CONSENT_KEY)

const listeners = new Set<() => void>()

export function hasConsented(): boolean {
  return flag.read() === ACCEPTED
}

export function giveConsent(): void {
  flag.write(ACCEPTED)
  for (const listener of listeners) listener()
}

/** Tells of consent given on this page or in another tab. Returns what ends it. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
