import { keptAt } from '#lib/browser/kept.ts'

/** What the specification calls the consent flag. */
export const CONSENT_FLAG = { key: 'cookie_consent', accepted: 'accepted' } as const
/** On what asks for consent. */
export const ASKS_CONSENT = { 'data-asks-consent': '' } as const

const flag = keptAt(CONSENT_FLAG.key)

const listeners = new Set<() => void>()

export function hasConsented(): boolean {
  return flag.read() === CONSENT_FLAG.accepted
}

export function giveConsent(): void {
  flag.write(CONSENT_FLAG.accepted)
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
