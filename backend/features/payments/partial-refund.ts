/** A purchase's price, and its promised and missing headshots. */
export interface Shortened {
  amountMinor: number
  creditAmount: number
  promisedCount: number
  missingCount: number
}

/** The refund for missing headshots: their share of the price, fractions of a cent or credit rounded up. */
export function shareOf({ amountMinor, creditAmount, promisedCount, missingCount }: Shortened) {
  const part = (whole: number) => Math.ceil((whole * missingCount) / promisedCount)
  return { amountMinor: part(amountMinor), creditAmount: part(creditAmount) }
}

/** The rest of a purchase that a full refund still has to return. */
export function leftOf(payment: Shortened & { refundDueAmountMinor: number }) {
  return {
    amountMinor: payment.amountMinor - payment.refundDueAmountMinor,
    creditAmount: payment.creditAmount - shareOf(payment).creditAmount,
  }
}

/** Whether an operator may refund a part beyond what is due already, and why not. */
export type PartVerdict = 'possible' | 'no_money' | 'all_that_is_left' | 'more_than_is_left'

/** Whether so much can be refunded as a part: something has to be left, because a full refund takes the headshots away. */
export function judgePart(
  payment: Shortened & { refundDueAmountMinor: number },
  partMinor: number,
): PartVerdict {
  const { amountMinor: leftMinor } = leftOf(payment)
  if (leftMinor <= 0) return 'no_money'
  if (partMinor > leftMinor) return 'more_than_is_left'
  return partMinor === leftMinor ? 'all_that_is_left' : 'possible'
}
