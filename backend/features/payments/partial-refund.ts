/** What a purchase cost, and what of it was promised and came out short. */
export interface Shortened {
  amountMinor: number
  creditAmount: number
  promisedCount: number
  missingCount: number
}

/** What goes back for what came out short: its share of the price, a fraction of a cent or of a credit given whole. */
export function shareOf({ amountMinor, creditAmount, promisedCount, missingCount }: Shortened) {
  const part = (whole: number) => Math.ceil((whole * missingCount) / promisedCount)
  return { amountMinor: part(amountMinor), creditAmount: part(creditAmount) }
}

/** What of a purchase is still to be given back when all of it is. */
export function leftOf(payment: Shortened & { refundDueAmountMinor: number }) {
  return {
    amountMinor: payment.amountMinor - payment.refundDueAmountMinor,
    creditAmount: payment.creditAmount - shareOf(payment).creditAmount,
  }
}
