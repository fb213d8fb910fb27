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
