import { GUARANTEE_DAYS } from '#contract/limits.ts'
import { OPEN_PAYMENT_STATES } from '#contract/payments.ts'
import { endOfDayAfter } from '#backend/features/seller-days.ts'
import type { PaymentRow } from './orders.ts'
import { leftOf } from './partial-refund.ts'

/** Begun, and to be paid or ended by the customer. */
export function isOpen({ state }: PaymentRow): boolean {
  return OPEN_PAYMENT_STATES.includes(state)
}

/** Paid and kept, even if a share of it is being refunded. */
export function isKept({ state, amountMinor, refundDueAmountMinor }: PaymentRow): boolean {
  return state === 'paid' || (state === 'refunding' && refundDueAmountMinor < amountMinor)
}

/**
 * The end of the guarantee of a paid bundle, also of a free one: the end of its last day in the seller's zone, which mails
 * name. Null where the guarantee does not hold.
 */
export function guaranteedUntil(payment: PaymentRow): Date | null {
  const { paidAt, bundleId } = payment
  if (!isKept(payment) || !paidAt || bundleId === null) return null
  return guaranteeEndOf(paidAt)
}

/** When the guarantee of a payment made then ends. */
export function guaranteeEndOf(paidAt: Date): Date {
  return endOfDayAfter(paidAt, GUARANTEE_DAYS)
}

/** Until when the owner can have a payment refunded by one click; null when they cannot. */
export function refundableUntil(payment: PaymentRow): Date | null {
  return isOfValue(payment) ? guaranteedUntil(payment) : null
}

/** Whether any part of it can still be refunded. */
export function isOfValue(payment: PaymentRow): boolean {
  const { amountMinor, creditAmount } = leftOf(payment)
  return amountMinor > 0 || creditAmount > 0
}

export function isRefundable(payment: PaymentRow, now: Date): boolean {
  const until = refundableUntil(payment)
  return until !== null && now < until
}
