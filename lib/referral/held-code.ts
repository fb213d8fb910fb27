import { readReferralCode } from '#contract/referral-code.ts'
import { localStorageItem } from '#lib/browser/local-storage-item.ts'

/** The code of who referred this visitor. */
export const heldCode = localStorageItem('referral_code')
/** Codes that were found good. */
export const validatedCodes = localStorageItem('validated_referral_codes')

/** The referral code in the query of any page. */
export function referralCodeIn(search: string): string | undefined {
  return readReferralCode(new URLSearchParams(search).get('ref') ?? '')
}
