import { z } from 'zod'

/**
 * Version of the sentence in `messages/` (`persons.new.consent`): that the face is measured, that the person agrees and is
 * of age. A new wording is a new version, and asked for before more selfies are taken. The first one had no age.
 */
export const CONSENT_VERSION = 'biometric-2' as const

/** The wording that the user agreed to, recorded with the time. Only the one that is shown now can be agreed to. */
export const ConsentVersion = z.literal(CONSENT_VERSION)
export type ConsentVersion = z.infer<typeof ConsentVersion>

/**
 * Whether the user agreed to the current wording. @param version the wording agreed to last; null without a consent
 */
export function isConsentCurrent(version: string | null): boolean {
  return version === CONSENT_VERSION
}
