/** No card is charged less than this, in euros or dollars: what would be left below it is let go. */
export const LEAST_CHARGE_MINOR = 50

/** What a discount is worth: one of both. */
export interface DiscountValue {
  /** 1..100 */
  percent: number | null
  amountMinor: number | null
}

/** What it takes off a price, in minor units; a fraction of a cent is taken off whole, never charged. */
export function cutOf({ percent, amountMinor }: DiscountValue, priceMinor: number): number {
  const offMinor = percent === null ? (amountMinor ?? 0) : Math.ceil((priceMinor * percent) / 100)
  return priceMinor - offMinor < LEAST_CHARGE_MINOR ? priceMinor : offMinor
}
