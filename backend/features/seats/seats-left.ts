import type { SeatPurchase } from '#backend/providers/payments/payments-port.ts'

/** A company's order, and where its money is. */
export type SeatMoney = Pick<
  SeatPurchase,
  'seats' | 'paidAmountMinor' | 'refundedAmountMinor' | 'dispute' | 'lostAmountMinor'
>

/**
 * How many seats of an order are the company's. While a bank holds the money none is, and none where all of it went back.
 * Of a payment that was lost in part those seats are gone whose price went in full; a seat of which something is left
 * stays, and so does what a refund by hand made cheaper.
 */
export function seatsLeft(money: SeatMoney): number {
  const { seats, paidAmountMinor, refundedAmountMinor, dispute } = money
  if (dispute === 'open') return 0
  const lostAmountMinor = dispute === 'lost' ? (money.lostAmountMinor ?? paidAmountMinor) : 0
  const goneAmountMinor = refundedAmountMinor + lostAmountMinor
  if (goneAmountMinor === 0) return seats
  if (goneAmountMinor >= paidAmountMinor) return 0
  return seats - Math.floor((seats * lostAmountMinor) / paidAmountMinor)
}
