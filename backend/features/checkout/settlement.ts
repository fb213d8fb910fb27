import { freezeBundle, revokeBundle, thawBundle } from '#backend/features/bundles/bundles-service.ts'
import { returnCredits } from '#backend/features/credits/credits-service.ts'
import {
  consumeReservation,
  giveBackUse,
  releaseReservation,
} from '#backend/features/discounts/discounts-service.ts'
import {
  describePayment,
  divideOutcome,
  findPayment,
  orderOf,
  recordReading,
  type OrderRows,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import {
  recordFirstPaidPurchase,
  reverseFirstPaidPurchase,
} from '#backend/features/referrals/referrals-service.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { enqueuePaymentMails } from './payment-mails.ts'
import { fulfil, lockPurchase, type Change, type Fulfilment, type Purchase } from './fulfilment.ts'

/** The outcome of free purchases and of those paid with credits: paid at once. */
export const PAID: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }

/**
 * Records a provider's answer about an order, named by any of its payments, and applies its consequences: a paid purchase is
 * delivered, a disputed one frozen, a refunded one removed. The same answer twice changes nothing more.
 * @returns of the first payment that is delivered, else of the leading one
 */
export async function syncOrder(
  tx: Queries,
  queue: Queue,
  paymentId: string,
  snapshot: PaymentOutcome & { reference: string },
): Promise<Fulfilment> {
  const named = await findPayment(tx, paymentId)
  if (!named) return { status: 'open' }
  const order = await orderOf(tx, named)
  const { reference } = snapshot
  const outcomes = divideOutcome(snapshot, order)
  const changes: Change[] = []
  // The leading one first: it brings the training that the others need.
  for (const [index, outcome] of outcomes.entries()) {
    const change = await syncPayment(tx, queue, order[index]?.id ?? '', { ...outcome, reference })
    if (!change) continue
    changes.push(change)
    await reviewRefund(tx, order, change)
  }
  await giveBackUseOfReturned(tx, changes)
  await reviewLost(tx, changes, snapshot)
  await enqueuePaymentMails(tx, queue, changes)
  const fulfilments = changes.map(({ fulfilment }) => fulfilment)
  const delivered = fulfilments.find(({ status }) => status === 'fulfilled')
  return delivered ?? fulfilments[0] ?? { status: 'open' }
}

async function syncPayment(
  tx: Queries,
  queue: Queue,
  paymentId: string,
  outcome: PaymentOutcome & { reference: string },
): Promise<Change | undefined> {
  const purchase = await lockPurchase(tx, paymentId)
  if (!purchase) return undefined
  const before = purchase.payment
  const payment = await recordReading(tx, queue, before, outcome)
  const fulfilment = await fulfil(tx, queue, { ...purchase, payment })
  await syncBundleAccess(tx, queue, { ...purchase, payment })
  await settleDiscountsCreditsReferrals(tx, before, payment)
  return { before, purchase: { ...purchase, payment }, fulfilment }
}

/** The bundle goes the way of its money. */
async function syncBundleAccess(tx: Queries, queue: Queue, { payment, bundle }: Purchase): Promise<void> {
  if (!bundle) return
  if (payment.state === 'disputed') await freezeBundle(tx, bundle)
  else if (payment.state === 'refunded') await revokeBundle(tx, queue, bundle, 'unfulfilled')
  else await thawBundle(tx, queue, bundle)
}

/** What a bank took needs a person's eye: one item for each order. */
async function reviewLost(
  tx: Queries,
  changes: readonly Change[],
  { dispute }: PaymentOutcome,
): Promise<void> {
  const [lead] = changes
  const isNew = changes.some(
    ({ before, purchase }) => purchase.payment.state === 'refunded' && before.state !== 'refunded',
  )
  if (dispute !== 'lost' || !isNew || !lead) return
  const { id: subject, orderReference: reference } = lead.before
  await askForReview(tx, { kind: 'dispute_lost', subject, reference })
}

/** A refund that a bank sent back needs a person's eye; one that arrived after all needs none. */
async function reviewRefund(
  tx: Queries,
  order: OrderRows,
  { before, purchase: { payment } }: Change,
): Promise<void> {
  if (payment.refundedAmountMinor < before.refundedAmountMinor)
    await askForReview(tx, {
      kind: 'refund_failed',
      ...describePayment(order, payment, 'sent back by the customer’s bank'),
    })
  else if (
    payment.refundedAmountMinor > before.refundedAmountMinor &&
    payment.refundedAmountMinor >= payment.refundDueAmountMinor
  )
    await closeReview(tx, 'refund_failed', payment.id)
}

/** The use of a discount is free again once all that it reduced has been refunded. */
async function giveBackUseOfReturned(tx: Queries, changes: readonly Change[]): Promise<void> {
  const reduced = changes
    .map(({ purchase }) => purchase.payment)
    .filter(({ amountMinor, regularAmountMinor }) => amountMinor < regularAmountMinor)
  const [lead] = changes
  const isReturned = reduced.length > 0 && reduced.every(({ state }) => state === 'refunded')
  if (lead && isReturned) await giveBackUse(tx, lead.before.id)
}

/** Discount, credits and referral go the way of the payment, each once. */
async function settleDiscountsCreditsReferrals(
  tx: Queries,
  before: PaymentRow,
  payment: PaymentRow,
): Promise<void> {
  const { id, uid, state } = payment
  if (state === before.state && payment.paidAt === before.paidAt) return
  if (state === 'expired') await releaseReservation(tx, id)
  if (before.paidAt === null && payment.paidAt !== null) {
    await consumeReservation(tx, id)
    if (uid !== null && payment.amountMinor > 0) await recordFirstPaidPurchase(tx, { uid, paymentId: id })
  }
  if (state === 'refunded') {
    await returnCredits(tx, { paymentId: id })
    await reverseFirstPaidPurchase(tx, { paymentId: id })
  }
}
