import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import {
  guaranteeEndOf,
  isKept,
  leftOf,
  type PaymentRow,
} from '#backend/features/payments/payments-service.ts'
import type { Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Fulfilment, Purchase } from './fulfilment.ts'

/** Notifies the customer by mail of a payment's change. Free purchases send none. */
export async function enqueuePaymentMails(
  tx: Queries,
  queue: Queue,
  before: PaymentRow,
  purchase: Purchase,
  fulfilment: Fulfilment,
): Promise<void> {
  const { state, amountMinor, creditAmount, refundedAmountMinor } = purchase.payment
  if (amountMinor === 0 && creditAmount === 0) return
  const isNew = before.fulfilledAt === null && state === 'paid'
  if (isNew && fulfilment.status === 'fulfilled') await sendReceipt(tx, queue, purchase)
  if (before.state === 'processing' && state === 'expired') await sendFailure(tx, queue, purchase.payment)
  const isGivenBack = state === 'refunded' && before.state !== 'refunded'
  if (isGivenBack || refundedAmountMinor > before.refundedAmountMinor) {
    await enqueueRefundMail(tx, queue, before, purchase)
  }
}

/** A bank refused a delayed payment; the customer left the page days ago. */
async function sendFailure(tx: Queries, queue: Queue, payment: PaymentRow): Promise<void> {
  const { id, uid, orderReference: reference, amountMinor, currency, personId, locale } = payment
  if (uid === null) return
  await enqueueMail(queue, tx, {
    template: 'payment-failed',
    data: { reference, amountMinor, currency, personId },
    ...{ to: { uid }, locale, occasion: `payment-failed:${id}` },
  })
}

async function sendReceipt(tx: Queries, queue: Queue, { payment, person }: Purchase): Promise<void> {
  const { id, uid, orderReference: reference, paidAt, styleId, includesTraining, locale } = payment
  const { amountMinor, regularAmountMinor, currency, creditAmount: creditCount } = payment
  if (uid === null || paidAt === null) return
  await enqueueMail(queue, tx, {
    template: 'receipt',
    data: {
      ...{ reference, amountMinor, regularAmountMinor, currency, creditCount },
      paymentId: id,
      paidAt: paidAt.toISOString(),
      guaranteedUntil: guaranteeEndOf(paidAt).toISOString(),
      bought: {
        kind: includesTraining ? 'first' : 'further',
        ...{ styleId, personName: person?.name ?? '', headshotCount: payment.promisedCount },
      },
    },
    ...{ to: { uid }, locale, occasion: `receipt:${id}` },
  })
}

/** Names only the current refund: an earlier share has had its own mail. */
async function enqueueRefundMail(
  tx: Queries,
  queue: Queue,
  before: PaymentRow,
  { payment, person }: Purchase,
): Promise<void> {
  const { id, uid, orderReference: reference, refundReason: reason, locale, currency } = payment
  const amountMinor = payment.refundedAmountMinor - before.refundedAmountMinor
  const { creditAmount: creditCount } = leftOf(payment)
  if (uid === null || (amountMinor <= 0 && creditCount === 0)) return
  const envelope = { to: { uid }, locale, occasion: `payment-refunded:${id}:${payment.refundedAmountMinor}` }
  if (person && (reason === 'selfies' || reason === 'technical' || reason === 'refused')) {
    const givenBack =
      creditCount > 0
        ? { kind: 'credits' as const, count: creditCount }
        : { kind: 'money' as const, amountMinor, currency }
    await enqueueMail(queue, tx, {
      ...envelope,
      template: 'training-failed-refunded',
      data: { personId: person.id, personName: person.name, cause: reason, givenBack },
    })
    return
  }
  const isNamed =
    reason === 'guarantee' ||
    reason === 'withdrawal' ||
    reason === 'unfulfilled' ||
    reason === 'incomplete' ||
    reason === 'training_paid'
  await enqueueMail(queue, tx, {
    ...envelope,
    template: 'payment-refunded',
    data: {
      reference,
      amountMinor,
      currency,
      creditCount,
      reason: isNamed ? reason : isKept(payment) ? 'part' : 'other',
    },
  })
}
