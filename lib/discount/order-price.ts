import type { BundleOffer } from '#contract/bundles.ts'
import { FURTHER_BUNDLE_CREDITS } from '#contract/credits.ts'
import type { Price } from '#contract/money.ts'
import { orderLines, type OrderLine } from '#contract/order-lines.ts'
import { cutsOf } from '#contract/reduction.ts'
import type { StoredDiscount } from './discount.ts'
import { isFriendsPrice } from './reduction.ts'

export interface OrderPrice {
  lines: readonly OrderLine[]
  /** Without a code; a friend's invitation is taken off. */
  price: Price
  /** The code's reduction, and the price with it. A code takes the place of an invitation. */
  cutMinor: number
  dueMinor: number
  creditAmount: number
}

type Code = Pick<StoredDiscount, 'amount' | 'type' | 'isFirstBundleOnly'>

/** The price of these offers in one order, as the backend will charge it; undefined for none. */
export function priceOrder(offers: readonly BundleOffer[], code: Code | undefined): OrderPrice | undefined {
  const [offer] = offers
  if (!offer) return undefined
  const { includesTraining, price: own, creditAmount: firstCredits } = offer
  const { currency } = own
  const lines = orderLines(
    offers.map(({ styleId }) => styleId),
    { currency, includesTraining },
  )
  const regularAmountMinor = lines.reduce((sum, line) => sum + line.regularAmountMinor, 0)
  const invitedMinor = isFriendsPrice(own) ? own.regularAmountMinor - own.amountMinor : 0
  // Where the product is free, so is each style.
  const amountMinor = own.amountMinor === 0 ? 0 : regularAmountMinor - invitedMinor
  const cutMinor =
    code && amountMinor > 0 ? cutsOf(valueOf(code, currency), lines).reduce((sum, cut) => sum + cut, 0) : 0
  return {
    lines,
    price: { amountMinor, regularAmountMinor, currency },
    cutMinor,
    dueMinor: cutMinor > 0 ? regularAmountMinor - cutMinor : amountMinor,
    creditAmount: firstCredits + FURTHER_BUNDLE_CREDITS * (lines.length - 1),
  }
}

/** An amount in euros takes nothing off a price that is not. */
function valueOf({ amount, type, isFirstBundleOnly }: Code, currency: Price['currency']) {
  if (type === 'percentage') return { percent: amount, amountMinor: null, isFirstBundleOnly }
  const amountMinor = currency === 'EUR' ? Math.round(amount * 100) : 0
  return { percent: null, amountMinor, isFirstBundleOnly }
}
