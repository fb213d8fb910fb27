import type { PaymentState } from '#contract/payments.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type PaymentEvent =
  | 'session_opened'
  | 'processing'
  | 'paid'
  | 'expired'
  | 'refund_requested'
  | 'partly_refunded'
  | 'refunded'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'

export const paymentLifecycle = defineLifecycle<PaymentState, PaymentEvent>('payment', {
  created: { session_opened: 'pending', processing: 'processing', paid: 'paid', expired: 'expired' },
  // A repeat of the purchase finds the session of the first.
  pending: { session_opened: 'pending', processing: 'processing', paid: 'paid', expired: 'expired' },
  // The customer has done their part; their bank pays or refuses, days later with some ways to pay.
  processing: { paid: 'paid', expired: 'expired' },
  // The provider has the last word: a page left open may be paid after the product gave up waiting.
  expired: { processing: 'processing', paid: 'paid' },
  paid: { refund_requested: 'refunding', refund_failed: 'refunding', dispute_opened: 'disputed' },
  // More may be asked back before the first part is.
  refunding: {
    refund_requested: 'refunding',
    partly_refunded: 'paid',
    refunded: 'refunded',
    dispute_opened: 'disputed',
  },
  // The bank holds the money: no refund is made until it has decided; if it decides against the seller, it refunds
  // the money itself.
  disputed: { dispute_won: 'paid', dispute_lost: 'refunded' },
  // The refund was returned by the customer's bank, and is due again.
  refunded: { refund_failed: 'refunding' },
})
