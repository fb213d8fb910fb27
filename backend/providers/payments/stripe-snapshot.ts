import type Stripe from 'stripe'
import type { PaymentSnapshot, SeatPurchase } from './payments-port.ts'

/** The expansions of a session that include its payment and refunds. */
export const SESSION_WITH_MONEY = ['payment_intent.latest_charge.refunds']

/** The payment of a session, and its refunds. */
export function refundsOf(session: Stripe.Checkout.Session) {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : (intent?.latest_charge ?? null)
  return { intent, charge, refunds: charge?.refunds?.data ?? [] }
}

/** The refund was returned, or never sent. */
export const isFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** The product's payment that a refund was made for; null of one that was made elsewhere. */
export const paymentOf = ({ metadata }: Stripe.Refund): string | null => metadata?.payment_id ?? null

/** The snapshot of a session and the disputes of its payment. */
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
    refunds: refunds.map((refund) => ({
      paymentId: paymentOf(refund),
      amountMinor: refund.amount,
      hasFailed: isFailed(refund),
    })),
    dispute: disputeOf(disputes),
    ...lostOf(disputes, charge?.currency),
    wasDeclined: (intent?.last_payment_error ?? null) !== null,
    paidBy: charge?.paid ? methodOf(charge) : null,
    paymentReference: intent?.id ?? null,
    receiptUrl: charge?.receipt_url ?? null,
  }
}

/** A wallet before the card in it: customers know it by that name. */
function methodOf({ payment_method_details: details }: Stripe.Charge): string | null {
  if (!details) return null
  const { type, card } = details
  return card?.brand ? `${card.wallet?.type ?? type}/${card.brand}` : type
}

function statusOf(
  { status, payment_status: paymentStatus }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentSnapshot['status'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (paymentStatus !== 'unpaid') return 'paid'
  // A debit or a transfer is under way, until it succeeds or comes back.
  const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return isOver ? 'expired' : 'processing'
}

const OPEN_DISPUTES: readonly string[] = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
]
/** Inquiries hold no money as long as they are open. */
const OPEN_INQUIRIES: readonly string[] = ['warning_needs_response', 'warning_under_review']

/** The worst of all disputes. How one ended matters less than where it left the money. */
function disputeOf(disputes: readonly Stripe.Dispute[]): PaymentSnapshot['dispute'] {
  if (disputes.some(({ status }) => OPEN_DISPUTES.includes(status))) return 'open'
  if (disputes.some(hasTakenMoney)) return 'lost'
  return disputes.some(({ status }) => !OPEN_INQUIRIES.includes(status)) ? 'won' : 'none'
}

/** Whether a dispute took the money for good: it is lost, or more was withdrawn than reinstated, in any currency. */
function hasTakenMoney({ status, balance_transactions: booked }: Stripe.Dispute): boolean {
  return status === 'lost' || booked.reduce((sum, { amount }) => sum + amount, 0) < 0
}

/** A part of a payment can be disputed, too. In another currency than the charge's it is not known which part it is. */
function lostOf(
  disputes: readonly Stripe.Dispute[],
  currency: string | undefined,
): Pick<PaymentSnapshot, 'lostAmountMinor'> {
  const lost = disputes.filter(hasTakenMoney)
  if (lost.length === 0 || lost.some((dispute) => dispute.currency !== currency)) return {}
  return { lostAmountMinor: lost.reduce((sum, { amount }) => sum + amount, 0) }
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
    lostAmountMinor: snapshot.lostAmountMinor,
    currency: session.currency ?? '',
    buyer: { email: customer?.email ?? session.customer_email, name: customer?.name ?? null },
    locale: session.locale,
  }
}
