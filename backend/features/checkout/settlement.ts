import { freezeBundle, revokeBundle, thawBundle } from '#backend/features/bundles/bundles-service.ts'
import { returnCredits } from '#backend/features/credits/credits-service.ts'
import {
  consumeReservation,
  giveBackUse,
  releaseReservation,
} from '#backend/features/discounts/discounts-service.ts'
import { recordReading, type PaymentRow } from '#backend/features/payments/payments-service.ts'
import {
  recordFirstPaidPurchase,
  reverseFirstPaidPurchase,
} from '#backend/features/referrals/referrals-service.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { enqueuePaymentMails } from './payment-mails.ts'
import { fulfil, lockPurchase, type Fulfilment, type Purchase } from './fulfilment.ts'

/** The outcome of free purchases and of those paid with credits: paid at once. */
export const PAID: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }

/**
 * Records a provider's answer and applies its consequences: a paid purchase is delivered, a disputed one frozen, a
 * refunded one removed. The same answer twice changes nothing more.
 */
export async function syncPayment(
  tx: Queries,
  queue: Queue,
  paymentId: string,
  snapshot: PaymentOutcome & { reference: string },
): Promise<Fulfilment> {
  const purchase = await lockPurchase(tx, paymentId)
  if (!purchase) return { status: 'open' }
  const payment = await recordReading(tx, queue, purchase.payment, snapshot)
  const fulfilment = await fulfil(tx, queue, { ...purchase, payment })
  await syncBundleAccess(tx, queue, { ...purchase, payment })
  await settleDiscountsCreditsReferrals(tx, purchase.payment, payment)
  await reviewMoney(tx, purchase.payment, payment, snapshot)
  await enqueuePaymentMails(tx, queue, purchase.payment, { ...purchase, payment }, fulfilment)
  return fulfilment
}

/** The bundle goes the way of its money. */
async function syncBundleAccess(tx: Queries, queue: Queue, { payment, bundle }: Purchase): Promise<void> {
  if (!bundle) return
  if (payment.state === 'disputed') await freezeBundle(tx, bundle)
  else if (payment.state === 'refunded') await revokeBundle(tx, queue, bundle, 'unfulfilled')
  else await thawBundle(tx, queue, bundle)
}

/** What a bank did against us needs a person's eye; a refund that arrived after all needs none. */
async function reviewMoney(
  tx: Queries,
  before: PaymentRow,
  payment: PaymentRow,
  { dispute }: PaymentOutcome,
): Promise<void> {
  const about = { subject: payment.id, reference: payment.orderReference }
  if (dispute === 'lost' && payment.state === 'refunded' && before.state !== 'refunded')
    await askForReview(tx, { kind: 'dispute_lost', ...about })
  if (payment.refundedAmountMinor < before.refundedAmountMinor)
    await askForReview(tx, { kind: 'refund_failed', ...about, detail: 'sent back by the customer’s bank' })
  else if (
    payment.refundedAmountMinor > before.refundedAmountMinor &&
    payment.refundedAmountMinor >= payment.refundDueAmountMinor
  )
    await closeReview(tx, 'refund_failed', payment.id)
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
    await giveBackUse(tx, id)
    await returnCredits(tx, { paymentId: id })
    await reverseFirstPaidPurchase(tx, { paymentId: id })
  }
}
