import { eq, sql } from 'drizzle-orm'
import type { Receipt } from '#contract/payments.ts'
import { TIME_ZONE } from '#contract/time-zone.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { leadOf, orderRowsOf, type OrderRows, type PaymentRow } from './orders.ts'
import { shareOf } from './partial-refund.ts'
import { paymentsOf } from './find-payments.ts'
import { isOpen, isKept, refundableUntil, isRefundable } from './payment-terms.ts'

const { payments } = tables

/** One of the payments of an order, as its customer sees it. */
export function showReceipt(payment: PaymentRow, order: OrderRows, now = new Date()): Receipt {
  const { id, amountMinor, regularAmountMinor, currency } = payment
  const { state, provider, styleId, includesTraining, personId, bundleId } = payment
  const [{ orderReference }] = order
  const { creditAmount, refundDueAmountMinor, refundedAmountMinor, promisedCount, missingCount, cares } =
    payment
  const until = isRefundable(payment, now) ? refundableUntil(payment) : null
  return {
    paymentId: id,
    receiptNumber: showReceiptNumber(order[0]),
    orderReference,
    state,
    provider,
    styleId,
    includesTraining,
    personId,
    bundleId,
    price: { amountMinor, regularAmountMinor, currency },
    lines: linesOf(order),
    creditAmount,
    refundDueAmountMinor,
    refundedAmountMinor,
    promisedCount,
    missingCount,
    cares,
    returnedCreditAmount: payment.state === 'refunded' ? creditAmount : shareOf(payment).creditAmount,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    refundedAt: payment.refundedAt?.toISOString() ?? null,
    refundableUntil: until?.toISOString() ?? null,
    payableUntil: isOpen(payment) ? payment.expiresAt.toISOString() : null,
    wasDeclined: payment.declinedAt !== null && payment.paidAt === null,
    refundReason: payment.refundReason,
  }
}

function linesOf(order: OrderRows): Receipt['lines'] {
  return order.map((row) => ({
    styleId: row.styleId,
    creditAmount: row.creditAmount,
    promisedCount: row.promisedCount,
    cares: row.cares,
    refundDueAmountMinor: row.refundDueAmountMinor,
    isKept: isKept(row),
    price: {
      amountMinor: row.amountMinor,
      regularAmountMinor: row.regularAmountMinor,
      currency: row.currency,
    },
  }))
}

/** What the user has bought, newest first. */
export async function receiptsOf(queries: Queries, uid: string): Promise<Receipt[]> {
  const now = new Date()
  const rows = await paymentsOf(queries, uid)
  const orders = Map.groupBy(rows, leadOf)
  return rows.map((row) => showReceipt(row, orderRowsOf(orders.get(leadOf(row)) ?? [row]), now))
}

/** Gives the locked leading payment of an order the next number of all receipts, once it is paid; it keeps the one it has. */
export async function ensureReceiptNumber(tx: Queries, payment: PaymentRow): Promise<PaymentRow> {
  const isOfAnother = payment.leadId !== null
  if (isOfAnother || payment.paidAt === null || payment.receiptNumber !== null) return payment
  const [numbered] = await tx
    .update(payments)
    .set({ receiptNumber: sql`nextval('receipt_numbers')` })
    .where(eq(payments.id, payment.id))
    .returning({ receiptNumber: payments.receiptNumber })
  return { ...payment, receiptNumber: numbered?.receiptNumber ?? null }
}

/** As customers read it: the year of the payment, by the clock of its date, and the number, `2026-000042`; null where there is none. */
export function showReceiptNumber({ receiptNumber, paidAt }: PaymentRow): string | null {
  if (receiptNumber === null || paidAt === null) return null
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: TIME_ZONE }).format(paidAt)
  return `${year}-${String(receiptNumber).padStart(6, '0')}`
}
