import { randomInt } from 'node:crypto'
import { REFERRAL_CODE_LENGTH } from '#contract/referrals.ts'

/** Small letters and digits that nobody takes for one another: nine hundred million codes. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

export function newReferralCode(): string {
  return Array.from({ length: REFERRAL_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** A code in the form it is kept in; undefined for what can be none, which needs no look. */
export function readReferralCode(given: string): string | undefined {
  return given.length === REFERRAL_CODE_LENGTH ? given.toLowerCase() : undefined
}
