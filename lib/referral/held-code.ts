import { readReferralCode } from '#contract/referral-code.ts'
import { keptAt } from '#lib/browser/kept.ts'

/** The code of who referred this visitor. */
export const heldCode = keptAt('referral_code')
/** Codes that were found good. */
export const validatedCodes = keptAt('validated_referral_codes')

/** The referral code in the query of any page. */
export function referralCodeIn(search: string): string | undefined {
  return readReferralCode(new URLSearchParams(search).get('ref') ?? '')
}
