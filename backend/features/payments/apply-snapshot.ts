import type { PaymentState } from '#contract/payments.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { paymentLifecycle, type PaymentEvent } from './payment-lifecycle.ts'

/** Where a payment stands, and its money. */
export interface PaymentStanding {
  state: PaymentState
  amountMinor: number
  /** What the customer is to have back in all. */
  refundDueAmountMinor: number
  refundedAmountMinor: number
}

/** What a payment is after its provider was asked. The same reading twice changes nothing more. */
export function applyReading(payment: PaymentStanding, reading: PaymentOutcome): PaymentStanding {
  const { amountMinor } = payment
  let { state } = payment
  const take = (event: PaymentEvent): void => {
    if (paymentLifecycle.allows(state, event)) state = paymentLifecycle.next(state, event)
  }

  if (reading.status !== 'open') take(reading.status)
  if (reading.dispute !== 'none') take('dispute_opened')
  if (reading.dispute === 'won') take('dispute_won')
  if (reading.dispute === 'lost') take('dispute_lost')

  const isLost = reading.dispute === 'lost' && state === 'refunded'
  // A reading may be older than the last one: less is believed only where something came back.
  const hasComeBack = reading.hasFailedRefund === true && reading.dispute === 'none'
  const refundedAmountMinor = isLost
    ? amountMinor
    : hasComeBack
      ? reading.refundedAmountMinor
      : Math.max(payment.refundedAmountMinor, reading.refundedAmountMinor)
  const refundDueAmountMinor = Math.max(payment.refundDueAmountMinor, refundedAmountMinor)
  if (refundedAmountMinor < payment.refundedAmountMinor) take('refund_failed')
  // Owed since before a dispute, or given back at the provider itself.
  if (refundDueAmountMinor > payment.refundedAmountMinor) take('refund_requested')
  if (state === 'refunding' && refundedAmountMinor >= refundDueAmountMinor) {
    take(refundedAmountMinor === amountMinor ? 'refunded' : 'partly_refunded')
  }
  return { state, amountMinor, refundDueAmountMinor, refundedAmountMinor }
}
