import type { SeatPurchase } from '#backend/providers/payments/payments-port.ts'

/** A company's order, and where its money is. */
export type SeatMoney = Pick<
  SeatPurchase,
  'seats' | 'paidAmountMinor' | 'refundedAmountMinor' | 'dispute' | 'lostAmountMinor'
>

/**
 * How many seats of an order the company has: none while a bank holds the money, and none after a full refund.
 * Of a payment that was lost in part, the seats whose price went in full are gone; a seat with a part of its price left
 * stays, and so does a seat that a refund by hand made cheaper.
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
