import type Stripe from 'stripe'
import type { PaymentSnapshot, SeatPurchase } from './payments-port.ts'

/** What has to be asked for with a session, so that it tells of its money. */
export const SESSION_WITH_MONEY = ['payment_intent.latest_charge.refunds']

/** What was begun to be paid in a session, and what was given back of it. */
export function refundsOf(session: Stripe.Checkout.Session) {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : (intent?.latest_charge ?? null)
  return { intent, charge, refunds: charge?.refunds?.data ?? [] }
}

/** It came back, or never left. */
export const isFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** What a session and the disputes of its payment say together. */
export function readingOf(
  session: Stripe.Checkout.Session,
  disputes: readonly Stripe.Dispute[],
): PaymentSnapshot {
  const { intent, charge, refunds } = refundsOf(session)
  return {
    status: statusOf(session, intent),
    url: session.status === 'open' ? session.url : null,
    clientSecret: session.status === 'open' ? session.client_secret : null,
    paidAmountMinor: intent?.amount_received ?? 0,
    refundedAmountMinor: charge?.amount_refunded ?? 0,
    hasFailedRefund: refunds.some(isFailed),
    dispute: disputeOf(disputes),
    wasDeclined: (intent?.last_payment_error ?? null) !== null,
    paymentReference: intent?.id ?? null,
    receiptUrl: charge?.receipt_url ?? null,
  }
}

function statusOf(
  { status, payment_status: paymentStatus }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentSnapshot['status'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (paymentStatus !== 'unpaid') return 'paid'
  // A bank transfer is under way, until it succeeds or comes back.
  const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return isOver ? 'expired' : 'open'
}

/** Inquiries hold no money; they are told by `warning_` and do not count. */
function disputeOf(disputes: readonly Stripe.Dispute[]): PaymentSnapshot['dispute'] {
  const states = new Set<string>(disputes.map(({ status }) => status))
  const isOpen = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'].some(
    (state) => states.has(state),
  )
  if (isOpen) return 'open'
  if (states.has('lost')) return 'lost'
  return states.has('won') ? 'won' : 'none'
}

/** Needs `line_items`. */
export function seatsOf(session: Stripe.Checkout.Session, snapshot: PaymentSnapshot): SeatPurchase {
  const { customer_details: customer, line_items: items } = session
  return {
    paymentId: session.metadata?.payment_id ?? null,
    status: snapshot.status,
    seats: (items?.data ?? []).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    paidAmountMinor: snapshot.paidAmountMinor,
    refundedAmountMinor: snapshot.refundedAmountMinor,
    dispute: snapshot.dispute,
    currency: session.currency ?? '',
    buyer: { email: customer?.email ?? session.customer_email, name: customer?.name ?? null },
    locale: session.locale,
  }
}
