/** Characters of a referral code; one of another length is invalid and is never sent to the backend. */
export const REFERRAL_CODE_LENGTH = 6

/** A code in the form it is compared in; undefined when its length is wrong. */
export function readReferralCode(given: string): string | undefined {
  return given.length === REFERRAL_CODE_LENGTH ? given.toLowerCase() : undefined
}
