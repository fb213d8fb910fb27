import { z } from 'zod'

/**
 * Version of the sentence in `messages/` (`persons.new.consent`): that the face is measured, that the person agrees and is
 * of age. A new wording is a new version, and asked for before more selfies are taken. The first one had no age.
 */
export const CONSENT_VERSION = 'biometric-2' as const

/**
 * The wording that the user agreed to, recorded with the time, and the engines at companies that the selfies may be sent to, as
 * the settings name them: `biometric-2`, or `biometric-2+fal,replicate`. Only the wording that is shown now can be agreed to.
 */
export const ConsentVersion = z
  .string()
  .max(100)
  .regex(new RegExp(`^${CONSENT_VERSION}(\\+[a-z0-9]+(,[a-z0-9]+)*)?$`))
export type ConsentVersion = z.infer<typeof ConsentVersion>

/** What agreeing to the wording, and to these engines, is recorded as. */
export function consentVersionFor(engines: readonly string[]): ConsentVersion {
  return engines.length === 0 ? CONSENT_VERSION : `${CONSENT_VERSION}+${[...engines].sort().join(',')}`
}

/** The engines at companies that a recorded consent names. @param version null without a consent */
export function enginesAgreedTo(version: string | null): string[] {
  return version?.split('+')[1]?.split(',') ?? []
}

/**
 * Whether the user agreed to the current wording, and to all of these engines.
 * @param version the wording that was agreed to last; null without a consent
 */
export function isConsentCurrent(version: string | null, engines: readonly string[]): boolean {
  const agreed = enginesAgreedTo(version)
  return version?.split('+')[0] === CONSENT_VERSION && engines.every((engine) => agreed.includes(engine))
}
