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
 */
export function cutOf({ percent, amountMinor }: DiscountValue, priceMinor: number): number {
  const offMinor = percent === null ? (amountMinor ?? 0) : Math.ceil((priceMinor * percent) / 100)
  return priceMinor - offMinor < LEAST_CHARGE_MINOR ? priceMinor : offMinor
}
