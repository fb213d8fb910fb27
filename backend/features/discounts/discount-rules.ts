import type { ErrorCode } from '#contract/errors.ts'
import type { Currency } from '#contract/money.ts'

/** Under which conditions a code is good. */
export interface DiscountTerms {
  amountMinor: number | null
  minimumAmountMinor: number
  isFirstBundleOnly: boolean
  usesMax: number | null
  usesPerUserMax: number | null
  expiresAt: Date | null
  disabledAt: Date | null
}

/** How often a code is used, or reserved by an open checkout. */
export interface DiscountUses {
  /** By all users, reservations included. */
  count: number
  /** By the asking user. */
  ownConsumedCount: number
  ownReservedCount: number
}

/** The order to be discounted. */
export interface DiscountedPurchase {
  lines: readonly { includesTraining: boolean; regularAmountMinor: number }[]
  currency: Currency
}

/** Why a code is no longer valid, or not for this user. */
export function refusalOf(terms: DiscountTerms, uses: DiscountUses, now: Date): ErrorCode | undefined {
  if (terms.disabledAt !== null) return 'discount_expired'
  if (terms.expiresAt !== null && terms.expiresAt <= now) return 'discount_expired'
  const { usesMax, usesPerUserMax } = terms
  const { count, ownConsumedCount, ownReservedCount } = uses
  if (usesPerUserMax !== null && ownConsumedCount >= usesPerUserMax) return 'discount_used_by_you'
  const isExhausted = usesMax !== null && count >= usesMax
  const isHeldByOwn = usesPerUserMax !== null && ownConsumedCount + ownReservedCount >= usesPerUserMax
  if (isHeldByOwn || (isExhausted && ownReservedCount > 0)) return 'discount_reserved'
  return isExhausted ? 'discount_used_up' : undefined
}

/** Why a code that is good is not for this purchase. */
export function purchaseRefusalOf(
  terms: DiscountTerms,
  { lines, currency }: DiscountedPurchase,
): ErrorCode | undefined {
  if (terms.isFirstBundleOnly && !lines.some((line) => line.includesTraining))
    return 'discount_first_bundle_only'
  if (terms.amountMinor !== null && currency !== 'EUR') return 'discount_other_currency'
  const amountMinor = lines.reduce((sum, line) => sum + line.regularAmountMinor, 0)
  return amountMinor < terms.minimumAmountMinor ? 'discount_below_minimum' : undefined
}
