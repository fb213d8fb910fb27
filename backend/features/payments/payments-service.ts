import { and, eq, inArray, lt } from 'drizzle-orm'
import { OPEN_PAYMENT_STATES } from '#contract/payments.ts'
import type { OpenRows } from '#backend/features/reconciliation.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { applySnapshot } from './apply-snapshot.ts'
import type { PaymentRow } from './orders.ts'
import { ensureReceiptNumber } from './payment-receipts.ts'
import { enqueueRefund } from './payment-refunds.ts'

export {
  askFor,
  createOrder,
  describePayment,
  expireOrder,
  leadOf,
  lockOpenOrders,
  orderOf,
  ordersOf,
  recordSession,
  reduceOrder,
  totalsOf,
  type Order,
  type OrderRows,
  type PaymentRow,
} from './orders.ts'
export { divideOutcome, withRefund } from './order-division.ts'
export { judgePart, leftOf, shareOf, type PartVerdict } from './partial-refund.ts'
export {
  findProcessing,
  findPayment,
  findOrdered,
  findPaymentOf,
  findPaymentByOrder,
  findPaymentOfBundle,
  lockPayment,
  countPayments,
  hasDispute,
  hasPaidTraining,
} from './find-payments.ts'
export {
  isOpen,
  isKept,
  guaranteedUntil,
  guaranteeEndOf,
  refundableUntil,
  isOfValue,
  isRefundable,
} from './payment-terms.ts'
export { showReceipt, receiptsOf, ensureReceiptNumber, showReceiptNumber } from './payment-receipts.ts'
export {
  recordFulfilment,
  recordDelivery,
  unrecordedDeliveries,
  recordEarlierDelivery,
} from './deliveries.ts'
export {
  refuseFulfilment,
  refundTraining,
  refundBundle,
  refundWithoutBundle,
  refundShare,
  refundPart,
  forgoRefund,
  enqueueRefund,
  owedRefunds,
} from './payment-refunds.ts'

const { payments } = tables

/** A bank that takes its time is asked about by the clock after this, then as long again as it has taken, up to a day. */
const BANK_PAUSE_MS = { least: 15 * 60_000, most: 24 * 3_600_000 }

/**
 * Deletes cares and choices from the payments of a person's bundles, because they describe the person's looks; receipts do
 * not need them.
 */
export async function forgetCares(tx: Queries, personId: string): Promise<void> {
  await tx.update(payments).set({ cares: {}, look: {} }).where(eq(payments.personId, personId))
}

/** Brings a locked payment up to what its provider says; a refund that is owed goes on. */
export async function recordReading(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  snapshot: PaymentOutcome & { reference: string },
): Promise<PaymentRow> {
  const figures = applySnapshot(payment, snapshot)
  const now = new Date()
  const isGivenBack =
    figures.refundedAmountMinor > payment.refundedAmountMinor ||
    (figures.state === 'refunded' && payment.state !== 'refunded')
  const values = {
    ...figures,
    providerReference: payment.leadId === null ? snapshot.reference : null,
    paidAt: payment.paidAt ?? (snapshot.status === 'paid' ? now : null),
    refundedAt: isGivenBack ? now : payment.refundedAt,
    paidBy: snapshot.paidBy ?? payment.paidBy,
    declinedAt: payment.declinedAt ?? (snapshot.wasDeclined === true ? now : null),
    expiresAt: figures.state === 'processing' ? nextReadAt(payment, now) : payment.expiresAt,
  }
  await tx.update(payments).set(values).where(eq(payments.id, payment.id))
  if (figures.state === 'refunding' && payment.state !== 'refunding') await enqueueRefund(tx, queue, payment)
  return ensureReceiptNumber(tx, { ...payment, ...values })
}

function nextReadAt({ createdAt }: PaymentRow, now: Date): Date {
  const { least, most } = BANK_PAUSE_MS
  const elapsedMs = now.getTime() - createdAt.getTime()
  return new Date(now.getTime() + Math.min(Math.max(elapsedMs, least), most))
}

/** Payments whose time to be paid has passed, or that a bank has been at for long enough to be asked about. */
export function overduePayments(now: Date): OpenRows {
  const where = and(
    inArray(payments.state, [...OPEN_PAYMENT_STATES, 'processing']),
    lt(payments.expiresAt, now),
  )
  return { name: 'payments', table: payments, at: payments.expiresAt, id: payments.id, where }
}
