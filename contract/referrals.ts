import { z } from 'zod'

export const REFERRAL_CODE_LENGTH = 6

/** A code as it is given out and compared: exactly six characters, in lower case. */
export const ReferralCode = z.string().regex(/^[\da-z]{6}$/)
