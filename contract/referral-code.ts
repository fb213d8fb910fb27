/** Characters of a referral code; one of any other length is not valid, and nobody is asked about it. */
export const REFERRAL_CODE_LENGTH = 6

/** A code in the form it is compared in; undefined when it cannot be one. */
export function readReferralCode(given: string): string | undefined {
  return given.length === REFERRAL_CODE_LENGTH ? given.toLowerCase() : undefined
}
