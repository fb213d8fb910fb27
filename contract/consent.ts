import { z } from 'zod'

/** Version of the sentence on biometric processing in `messages/` (`persons.new.consent`); a new wording is a new version. */
export const CONSENT_VERSION = 'biometric-1' as const

/** The wording that the user agreed to, recorded with the time. Only the one that is shown now can be agreed to. */
export const ConsentVersion = z.literal(CONSENT_VERSION)
export type ConsentVersion = z.infer<typeof ConsentVersion>
