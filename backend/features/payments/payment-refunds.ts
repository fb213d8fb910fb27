import { eq } from 'drizzle-orm'
import type { RefundReason } from '#contract/payments.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import type { OpenRows } from '#backend/features/reconciliation.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { returnCreditShare } from '#backend/features/credits/credits-service.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'
import type { PaymentRow } from './orders.ts'
import { shareOf } from './partial-refund.ts'
import { findPaymentOfBundle, lockPayment } from './find-payments.ts'

const { payments } = tables

/** Refunds a locked payment in full, because it cannot be delivered. */
export async function refuseFulfilment(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  reason: Extract<RefundReason, 'unfulfilled' | 'withdrawal'> = 'unfulfilled',
): Promise<void> {
  await tx.update(payments).set({ fulfilledAt: new Date() }).where(eq(payments.id, payment.id))
  await requestRefund(tx, queue, payment, reason)
}

/** Sends back what a locked payment cost beyond `amountMinor`, as the training was paid by another one meanwhile. */
export async function refundTraining(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  amountMinor: number,
): Promise<void> {
  const dueAmountMinor = Math.max(0, payment.amountMinor - amountMinor)
  if (dueAmountMinor > payment.refundDueAmountMinor) {
    await requestRefund(tx, queue, payment, 'training_paid', dueAmountMinor)
  }
}

/** Sends the money for a bundle back: the job does it once this transaction holds. A repeat changes nothing. */
export async function refundBundle(
  tx: Queries,
  queue: Queue,
  bundleId: string,
  reason: RefundReason,
): Promise<void> {
  const rows = await tx.select().from(payments).where(eq(payments.bundleId, bundleId)).for('update')
  for (const row of rows) await requestRefund(tx, queue, row, reason)
}

/** Refunds a locked payment in full whose bundle is gone, or never was. */
export function refundWithoutBundle(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  reason: RefundReason,
): Promise<void> {
  return requestRefund(tx, queue, payment, reason)
}

/**
 * Refunds the share of a bundle's missing headshots: money by the refund job, credits at once. A missing count that is not
 * higher than the last one changes nothing. An earlier refund at the provider counts towards the share.
 * @returns the changed payment; undefined where the bundle has none
 */
export async function refundShare(
  tx: Queries,
  queue: Queue,
  bundleId: string,
  missingCount: number,
): Promise<PaymentRow | undefined> {
  const found = await findPaymentOfBundle(tx, bundleId)
  const payment = found && (await lockPayment(tx, found.id))
  if (!payment || missingCount <= payment.missingCount) return payment
  const short = { ...payment, missingCount }
  await tx.update(payments).set({ missingCount }).where(eq(payments.id, payment.id))
  const share = shareOf(short)
  if (share.creditAmount > 0) {
    await returnCreditShare(tx, { paymentId: payment.id, amount: share.creditAmount })
    await tx.update(payments).set({ refundedAt: new Date() }).where(eq(payments.id, payment.id))
  }
  if (share.amountMinor > payment.refundDueAmountMinor) {
    await requestRefund(tx, queue, short, 'incomplete', share.amountMinor)
  }
  return short
}

/** Refunds `partMinor` minor units of a locked payment, as an operator decided, in addition to the amount already due. */
export function refundPart(tx: Queries, queue: Queue, payment: PaymentRow, partMinor: number): Promise<void> {
  return requestRefund(tx, queue, payment, 'operator', payment.refundDueAmountMinor + partMinor)
}

async function requestRefund(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  refundReason: RefundReason,
  refundDueAmountMinor = payment.amountMinor,
): Promise<void> {
  // A disputed payment's refund is due all the same, once the dispute is won.
  const isHeld = payment.state === 'disputed'
  if (!isHeld && !paymentLifecycle.allows(payment.state, 'refund_requested')) return
  const state = isHeld ? payment.state : paymentLifecycle.next(payment.state, 'refund_requested')
  const values = { state, refundDueAmountMinor, refundReason }
  await tx.update(payments).set(values).where(eq(payments.id, payment.id))
  if (!isHeld) await enqueueRefund(tx, queue, payment)
}

/** Ends the refund of a locked payment with what went back so far, as its provider sends no more. */
export async function forgoRefund(tx: Queries, payment: PaymentRow): Promise<void> {
  const state = paymentLifecycle.next(payment.state, 'partly_refunded')
  const values = { state, refundDueAmountMinor: payment.refundedAmountMinor }
  await tx.update(payments).set(values).where(eq(payments.id, payment.id))
}

/** Enqueues the job that refunds the due amount. */
export async function enqueueRefund(tx: Queries, queue: Queue, { id }: { id: string }): Promise<void> {
  await enqueueJob(queue, tx, 'refund-payment', { paymentId: id })
}

/** Payments whose money is on its way back. */
export function owedRefunds(): OpenRows {
  const where = eq(payments.state, 'refunding')
  return { name: 'refunds', table: payments, at: payments.createdAt, id: payments.id, where }
}
