import type { PaymentState } from '#contract/payments.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { paymentLifecycle, type PaymentEvent } from './payment-lifecycle.ts'

/** A payment's state and amounts. */
export interface PaymentFigures {
  state: PaymentState
  amountMinor: number
  /** What the customer is to have back in all. */
  refundDueAmountMinor: number
  refundedAmountMinor: number
}

/** A payment's figures after its provider was asked. The same snapshot twice changes nothing more. */
export function applySnapshot(payment: PaymentFigures, snapshot: PaymentOutcome): PaymentFigures {
  const { amountMinor } = payment
  let { state } = payment
  const take = (event: PaymentEvent): void => {
    if (paymentLifecycle.allows(state, event)) state = paymentLifecycle.next(state, event)
  }

  if (snapshot.status !== 'open') take(snapshot.status)
  if (snapshot.dispute !== 'none') take('dispute_opened')
  const gone = snapshot.refundedAmountMinor + (snapshot.lostAmountMinor ?? amountMinor)
  const isLostInPart = snapshot.dispute === 'lost' && gone < amountMinor
  // Of a payment of which a bank took a part the rest is ours, and so is the purchase the customer's.
  if (snapshot.dispute === 'won' || isLostInPart) take('dispute_won')
  else if (snapshot.dispute === 'lost') take('dispute_lost')

  const isLost = snapshot.dispute === 'lost' && state === 'refunded'
  // A snapshot may be older than the last one: a smaller refund counts only where a refund failed.
  const hasComeBack = snapshot.hasFailedRefund === true && snapshot.dispute === 'none'
  const refundedAmountMinor = isLost
    ? amountMinor
    : hasComeBack
      ? snapshot.refundedAmountMinor
      : Math.max(payment.refundedAmountMinor, isLostInPart ? gone : snapshot.refundedAmountMinor)
  const refundDueAmountMinor = Math.max(payment.refundDueAmountMinor, refundedAmountMinor)
  if (refundedAmountMinor < payment.refundedAmountMinor) take('refund_failed')
  // Due since before a dispute, or refunded at the provider's dashboard.
  if (refundDueAmountMinor > payment.refundedAmountMinor) take('refund_requested')
  if (state === 'refunding' && refundedAmountMinor >= refundDueAmountMinor) {
    take(refundedAmountMinor === amountMinor ? 'refunded' : 'partly_refunded')
  }
  return { state, amountMinor, refundDueAmountMinor, refundedAmountMinor }
}
