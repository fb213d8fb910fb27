import type { Price } from '#contract/money.ts'
import { cutOf } from '#contract/reduction.ts'
import type { StoredDiscount } from './discount.ts'

/**
 * What is due with a discount code, and what the code takes off. A code takes the place of the reduction that a price has
 * by itself, as a friend's invitation gives.
 */
export function dueWith(
  discount: Pick<StoredDiscount, 'amount' | 'type'> | undefined,
  price: Price,
): { dueMinor: number; cutMinor: number } {
  const { amountMinor, regularAmountMinor, currency } = price
  const cutMinor =
    discount && amountMinor > 0 ? reductionOf(discount, { amountMinor: regularAmountMinor, currency }) : 0
  return { dueMinor: cutMinor > 0 ? regularAmountMinor - cutMinor : amountMinor, cutMinor }
}

/** Whether a friend's invitation makes this price lower. */
export function isFriendsPrice({ amountMinor, regularAmountMinor }: Price): boolean {
  return amountMinor > 0 && amountMinor < regularAmountMinor
}

/** What a discount takes off a price, in minor units; nothing where it is in euros and the price is not. */
export function reductionOf(
  { amount, type }: Pick<StoredDiscount, 'amount' | 'type'>,
  { amountMinor, currency }: Pick<Price, 'amountMinor' | 'currency'>,
): number {
  if (type === 'percentage') return cutOf({ percent: amount, amountMinor: null }, amountMinor)
  return currency === 'EUR' ? cutOf({ percent: null, amountMinor: Math.round(amount * 100) }, amountMinor) : 0
}
