import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, max, ne, sql } from 'drizzle-orm'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import {
  OPEN_PAYMENT_STATES,
  type PaymentProvider,
  type Receipt,
  type RefundReason,
} from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'
import { TIME_ZONE } from '#contract/time-zone.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import type { OpenRows } from '#backend/features/reconciliation.ts'
import { endOfDayAfter } from '#backend/features/seller-days.ts'
import { inMs } from '#backend/features/deadlines.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { returnCreditShare } from '#backend/features/credits/credits-service.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { leadOf, orderRowsOf, type OrderRows, type PaymentRow } from './orders.ts'
import { leftOf, shareOf } from './partial-refund.ts'

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

const { bundles, headshots, payments } = tables

/** A bank that takes its time is asked about by the clock after this, then as long again as it has taken, up to a day. */
const BANK_PAUSE_MS = { least: 15 * 60_000, most: 24 * 3_600_000 }

/** The payments for these styles of a person that a bank is processing; until one ends, its style cannot be paid again. */
export async function findProcessing(
  queries: Queries,
  personId: string,
  styleIds: readonly StyleId[],
): Promise<PaymentRow[]> {
  const isFor = and(eq(payments.personId, personId), inArray(payments.styleId, styleIds))
  return queries
    .select()
    .from(payments)
    .where(and(isFor, eq(payments.state, 'processing')))
    .orderBy(payments.createdAt)
}

export async function findPayment(queries: Queries, paymentId: string): Promise<PaymentRow | undefined> {
  const [row] = await queries.select().from(payments).where(eq(payments.id, paymentId))
  return row
}

/** What an earlier call of the same key ordered for this person; the last one, where it had to begin anew. */
export async function findOrdered(
  queries: Queries,
  { uid, personId, orderKey }: { uid: string; personId: string; orderKey?: string | undefined },
): Promise<PaymentRow | undefined> {
  if (orderKey === undefined) return undefined
  const isOf = and(eq(payments.personId, personId), eq(payments.uid, uid), eq(payments.orderKey, orderKey))
  const [row] = await queries.select().from(payments).where(isOf).orderBy(desc(payments.createdAt)).limit(1)
  return row
}

/** The leading payment of the order that a provider knows by this id of its own. */
export async function findPaymentOf(
  queries: Queries,
  provider: PaymentProvider,
  reference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerReference, reference)))
  return row
}

export async function findPaymentByOrder(
  queries: Queries,
  orderReference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await queries.select().from(payments).where(eq(payments.orderReference, orderReference))
  return row
}

/** The payment of a bundle. */
export async function findPaymentOfBundle(
  queries: Queries,
  bundleId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await queries
    .select()
    .from(payments)
    .where(eq(payments.bundleId, bundleId))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return row
}

/** The payment, held until the transaction ends. */
export async function lockPayment(tx: Queries, paymentId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return row
}

/** Newest first; of an order the leading one first. */
export async function paymentsOf(queries: Queries, uid: string): Promise<PaymentRow[]> {
  return queries
    .select()
    .from(payments)
    .where(eq(payments.uid, uid))
    .orderBy(
      desc(payments.createdAt),
      sql`coalesce(${payments.leadId}, ${payments.id})`,
      sql`${payments.leadId} nulls first`,
    )
}

/** Counts the payments of a user, or for a person, in any state. */
export async function countPayments(
  queries: Queries,
  of: { uid: string } | { personId: string },
): Promise<number> {
  const isTheirs = 'uid' in of ? eq(payments.uid, of.uid) : eq(payments.personId, of.personId)
  const [row] = await queries.select({ count: count() }).from(payments).where(isTheirs)
  return row?.count ?? 0
}

/** Whether a bank holds money of this user's. */
export async function hasDispute(queries: Queries, uid: string): Promise<boolean> {
  const held = await queries
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.uid, uid), eq(payments.state, 'disputed')))
    .limit(1)
  return held.length > 0
}

/** Whether a bundle that this person still has paid for the training. */
export async function hasPaidTraining(queries: Queries, personId: string): Promise<boolean> {
  const paid = await queries
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(bundles, eq(bundles.id, payments.bundleId))
    .where(
      and(
        eq(payments.personId, personId),
        eq(payments.includesTraining, true),
        ne(bundles.state, 'refunded'),
      ),
    )
    .limit(1)
  return paid.length > 0
}

/** Begun, and to be paid or ended by the customer. */
export function isOpen({ state }: PaymentRow): boolean {
  return OPEN_PAYMENT_STATES.includes(state)
}

/** Paid and kept, even if a share of it is being refunded. */
export function isKept({ state, amountMinor, refundDueAmountMinor }: PaymentRow): boolean {
  return state === 'paid' || (state === 'refunding' && refundDueAmountMinor < amountMinor)
}

/**
 * The end of the guarantee of a paid bundle, also of a free one: the end of its last day in the seller's zone, which mails
 * name. Null where the guarantee does not hold.
 */
export function guaranteedUntil(payment: PaymentRow): Date | null {
  const { paidAt, bundleId } = payment
  if (!isKept(payment) || !paidAt || bundleId === null) return null
  return guaranteeEndOf(paidAt)
}

/** When the guarantee of a payment made then ends. */
export function guaranteeEndOf(paidAt: Date): Date {
  return endOfDayAfter(paidAt, GUARANTEE_DAYS)
}

/** Until when the owner can have a payment refunded by one click; null when they cannot. */
export function refundableUntil(payment: PaymentRow): Date | null {
  return isOfValue(payment) ? guaranteedUntil(payment) : null
}

/** Whether any part of it can still be refunded. */
export function isOfValue(payment: PaymentRow): boolean {
  const { amountMinor, creditAmount } = leftOf(payment)
  return amountMinor > 0 || creditAmount > 0
}

export function isRefundable(payment: PaymentRow, now: Date): boolean {
  const until = refundableUntil(payment)
  return until !== null && now < until
}

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

/** Records the delivery of a locked payment. */
export async function recordFulfilment(tx: Queries, payment: PaymentRow, bundleId: string): Promise<void> {
  await tx.update(payments).set({ bundleId, fulfilledAt: new Date() }).where(eq(payments.id, payment.id))
}

/** Records that a bundle's headshots were handed over; the first time counts. */
export async function recordDelivery(tx: Queries, bundleId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ deliveredAt: sql`now()` })
    .where(and(eq(payments.bundleId, bundleId), isNull(payments.deliveredAt)))
}

/** The status figure looks at the last month. */
const DELIVERIES_MATTER_MS = 62 * 24 * 3_600_000

/** Finished bundles whose delivery is on no record: a process of a release before 0085 finished them. */
export function unrecordedDeliveries(queries: Queries): OpenRows {
  const ready = queries.select({ id: bundles.id }).from(bundles).where(eq(bundles.state, 'ready'))
  const where = and(
    eq(payments.state, 'paid'),
    gt(payments.createdAt, inMs(-DELIVERIES_MATTER_MS)),
    isNotNull(payments.bundleId),
    isNull(payments.deliveredAt),
    inArray(payments.bundleId, ready),
  )
  return { name: 'deliveries', table: payments, at: payments.createdAt, id: payments.id, where }
}

/** Records such a delivery by the bundle's last headshot: one made anew since lets it look later, never earlier. */
export async function recordEarlierDelivery(queries: Queries, paymentId: string): Promise<void> {
  const last = queries
    .select({ at: max(headshots.createdAt) })
    .from(headshots)
    .where(eq(headshots.bundleId, payments.bundleId))
  await queries
    .update(payments)
    .set({ deliveredAt: sql`(${last})` })
    .where(and(eq(payments.id, paymentId), isNull(payments.deliveredAt)))
}

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

/** Refunds `partMinor` of a locked payment, by an operator's decision, beyond what is due already. */
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

/** Payments whose time to be paid has passed, or that a bank has been at for long enough to be asked about. */
export function overduePayments(now: Date): OpenRows {
  const where = and(
    inArray(payments.state, [...OPEN_PAYMENT_STATES, 'processing']),
    lt(payments.expiresAt, now),
  )
  return { name: 'payments', table: payments, at: payments.expiresAt, id: payments.id, where }
}
