import type { Price } from '#contract/money.ts'
import { cutOf } from '#contract/reduction.ts'
import type { StoredDiscount } from './discount.ts'

/**
 * The price with a discount code, and the code's reduction. A code takes the place of the reduction that a price has
 * by itself, such as a friend's invitation.
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

/** A discount's reduction of a price, in minor units; 0 where the discount is in euros and the price is not. */
export function reductionOf(
  { amount, type }: Pick<StoredDiscount, 'amount' | 'type'>,
  { amountMinor, currency }: Pick<Price, 'amountMinor' | 'currency'>,
): number {
  if (type === 'percentage') return cutOf({ percent: amount, amountMinor: null }, amountMinor)
  return currency === 'EUR' ? cutOf({ percent: null, amountMinor: Math.round(amount * 100) }, amountMinor) : 0
}
