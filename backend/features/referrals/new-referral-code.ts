import { randomInt } from 'node:crypto'
import { REFERRAL_CODE_LENGTH } from '#contract/referral-code.ts'

/** Unambiguous lower-case letters and digits: nine hundred million codes. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

export function newReferralCode(): string {
  return Array.from({ length: REFERRAL_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
