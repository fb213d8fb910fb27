import type { Price } from '#contract/money.ts'
import { cutOf } from '#contract/reduction.ts'
import type { StoredDiscount } from './discount.ts'

/** What a discount takes off a price, in minor units; nothing where it is in euros and the price is not. */
export function reductionOf(
  { amount, type }: Pick<StoredDiscount, 'amount' | 'type'>,
  { amountMinor, currency }: Pick<Price, 'amountMinor' | 'currency'>,
): number {
  if (type === 'percentage') return cutOf({ percent: amount, amountMinor: null }, amountMinor)
  return currency === 'EUR' ? cutOf({ percent: null, amountMinor: Math.round(amount * 100) }, amountMinor) : 0
}
