import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Currency, Price } from '#contract/money.ts'
import { OPEN_PAYMENT_STATES } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { reconcileRows, type OpenRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { PaymentGateways, PaymentOutcome } from '#backend/providers/payments/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import { paymentLifecycle } from './lifecycle.ts'
import { applyReading } from './reading.ts'

const { payments } = tables

/** While the product is in preview every purchase costs nothing. */
const IS_FREE_PREVIEW: boolean = true
/** A session stays open for 30 minutes; the rest is for being begun again. */
const SESSION_MS = 40 * 60_000

export type PaymentRow = typeof payments.$inferSelect

/** What is charged now for something that regularly costs `regularAmountMinor`. */
export function priceOf(regularAmountMinor: number, currency: Currency): Price {
  return { amountMinor: IS_FREE_PREVIEW ? 0 : regularAmountMinor, regularAmountMinor, currency }
}

export interface Order {
  uid: string
  personId: string
  styleId: StyleId
  includesTraining: boolean
  price: Price
}

/** Records what is to be paid, before any provider is asked. */
export async function createPayment(tx: Queries, order: Order): Promise<PaymentRow> {
  const { price, ...bought } = order
  const [row] = await tx
    .insert(payments)
    .values({
      ...{ id: randomUUID(), ...bought, ...price },
      ...{ state: 'created', provider: 'free', expiresAt: new Date(Date.now() + SESSION_MS) },
    })
    .returning()
  if (!row) throw new Error('the database returned no payment')
  return row
}

/** The payment begun for this style and person and not paid yet, held until the transaction ends. */
export async function lockOpenPayment(
  tx: Queries,
  personId: string,
  styleId: StyleId,
): Promise<PaymentRow | undefined> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.personId, personId),
        eq(payments.styleId, styleId),
        inArray(payments.state, OPEN_PAYMENT_STATES),
      ),
    )
    .for('update')
  return row
}

export async function findPayment(queries: Queries, paymentId: string): Promise<PaymentRow | undefined> {
  const [row] = await queries.select().from(payments).where(eq(payments.id, paymentId))
  return row
}

/** The payment, held until the transaction ends. */
export async function lockPayment(tx: Queries, paymentId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  return row
}

/** Notes that a provider was asked for a locked payment, and waits. */
export async function recordSession(tx: Queries, payment: PaymentRow, reference: string): Promise<void> {
  if (!paymentLifecycle.allows(payment.state, 'session_opened')) return
  const state = paymentLifecycle.next(payment.state, 'session_opened')
  await tx.update(payments).set({ state, providerReference: reference }).where(eq(payments.id, payment.id))
}

/** Ends a locked payment that nobody waits for any more. */
export async function expirePayment(tx: Queries, payment: PaymentRow): Promise<void> {
  const state = paymentLifecycle.next(payment.state, 'expired')
  await tx.update(payments).set({ state }).where(eq(payments.id, payment.id))
}

/** Brings a locked payment up to what its provider says; a refund that is owed goes on. */
export async function recordReading(
  tx: Queries,
  queue: Queue,
  payment: PaymentRow,
  reading: PaymentOutcome & { reference: string },
): Promise<PaymentRow> {
  const standing = applyReading(payment, reading)
  const now = new Date()
  const isGivenBack =
    standing.refundedAmountMinor > payment.refundedAmountMinor ||
    (standing.state === 'refunded' && payment.state !== 'refunded')
  const values = {
    ...standing,
    providerReference: reading.reference,
    paidAt: payment.paidAt ?? (reading.status === 'paid' ? now : null),
    refundedAt: isGivenBack ? now : payment.refundedAt,
  }
  await tx.update(payments).set(values).where(eq(payments.id, payment.id))
  if (standing.state === 'refunding' && payment.state !== 'refunding') await enqueueRefund(tx, queue, payment)
  return { ...payment, ...values }
}

/** Notes that what a locked payment paid for was handed over. */
export async function recordFulfilment(tx: Queries, payment: PaymentRow, bundleId: string): Promise<void> {
  await tx.update(payments).set({ bundleId, fulfilledAt: new Date() }).where(eq(payments.id, payment.id))
}

/** Sends all money of a locked payment back, because what it paid for cannot be handed over. */
export async function refuseFulfilment(tx: Queries, queue: Queue, payment: PaymentRow): Promise<void> {
  await tx.update(payments).set({ fulfilledAt: new Date() }).where(eq(payments.id, payment.id))
  await requestRefund(tx, queue, payment)
}

/** Sends the money for a bundle back: the job does it once this transaction holds. A repeat changes nothing. */
export async function refundBundle(tx: Queries, queue: Queue, bundleId: string): Promise<void> {
  const rows = await tx.select().from(payments).where(eq(payments.bundleId, bundleId)).for('update')
  for (const row of rows) await requestRefund(tx, queue, row)
}

async function requestRefund(tx: Queries, queue: Queue, payment: PaymentRow): Promise<void> {
  // What a dispute holds is due all the same, once it was won.
  const isHeld = payment.state === 'disputed'
  if (!isHeld && !paymentLifecycle.allows(payment.state, 'refund_requested')) return
  const state = isHeld ? payment.state : paymentLifecycle.next(payment.state, 'refund_requested')
  const values = { state, refundDueAmountMinor: payment.amountMinor }
  await tx.update(payments).set(values).where(eq(payments.id, payment.id))
  if (!isHeld) await enqueueRefund(tx, queue, payment)
}

async function enqueueRefund(tx: Queries, queue: Queue, { id }: PaymentRow): Promise<void> {
  await enqueueJob(queue, tx, 'refund-payment', { paymentId: id })
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments(deps: { database: Database; queue: Queue; gateways: PaymentGateways }) {
  const { database, queue, gateways } = deps

  return {
    /** Gives back what is due of a payment. What an attempt before gave back already is seen, and not given twice. */
    async refund(paymentId: string): Promise<void> {
      const payment = await findPayment(database.queries, paymentId)
      const reference = payment?.providerReference
      if (payment?.state !== 'refunding' || !reference) return
      const gateway = gateways[payment.provider]
      const reading = await gateway.readSession(reference)
      const dueAmountMinor = payment.refundDueAmountMinor
      const missingAmountMinor = dueAmountMinor - reading.refundedAmountMinor
      if (missingAmountMinor > 0 && reading.dispute !== 'open') {
        await gateway.refund(reference, missingAmountMinor, `${paymentId}:${dueAmountMinor}`)
        reading.refundedAmountMinor = dueAmountMinor
      }
      await database.transaction(async (tx) => {
        const row = await lockPayment(tx, paymentId)
        if (row) await recordReading(tx, queue, row, { ...reading, reference })
      })
    },

    /** Enqueues refunds that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = eq(payments.state, 'refunding')
      const open = { name: 'refunds', table: payments, at: payments.createdAt, id: payments.id, where }
      await reconcileRows(database.queries, round, open, ({ id }) =>
        database.transaction((tx) => enqueueJob(queue, tx, 'refund-payment', { paymentId: id })),
      )
    },
  }
}

/** Payments whose time to be paid has passed. */
export function overduePayments(now: Date): OpenRows {
  const where = and(inArray(payments.state, OPEN_PAYMENT_STATES), lt(payments.expiresAt, now))
  return { name: 'payments', table: payments, at: payments.expiresAt, id: payments.id, where }
}
