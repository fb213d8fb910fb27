import { divide } from './division.ts'

/** Cards are never charged less than this, in euros or dollars: a smaller remainder is waived. */
export const LEAST_CHARGE_MINOR = 50

/** A discount's value: exactly one of the two. */
export interface DiscountValue {
  /** 1..100 */
  percent: number | null
  amountMinor: number | null
}

/**
 * The amount a discount takes off a price, in minor units; fractions of a cent are rounded in the customer's favour.
 * @param besidesMinor what the same order costs besides, which the discount does not reduce
 */
export function cutOf({ percent, amountMinor }: DiscountValue, priceMinor: number, besidesMinor = 0): number {
  const offMinor = percent === null ? (amountMinor ?? 0) : Math.ceil((priceMinor * percent) / 100)
  const isTooSmall = priceMinor + besidesMinor - offMinor < LEAST_CHARGE_MINOR
  return Math.min(isTooSmall ? priceMinor : offMinor, priceMinor)
}

/**
 * What a discount takes off each line of an order, in minor units: together what it takes off the sum of those it is for.
 * One for first bundles is for the line that includes the training.
 */
export function cutsOf(
  discount: DiscountValue & { isFirstBundleOnly: boolean },
  lines: readonly { includesTraining: boolean; regularAmountMinor: number }[],
): number[] {
  const reduced = lines.map(({ includesTraining, regularAmountMinor }) =>
    discount.isFirstBundleOnly && !includesTraining ? 0 : regularAmountMinor,
  )
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const [ofReduced, ofAll] = [sumOf(reduced), sumOf(lines.map((line) => line.regularAmountMinor))]
  return divide(cutOf(discount, ofReduced, ofAll - ofReduced), reduced)
}
