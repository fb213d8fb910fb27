import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { PaymentHookName } from '#contract/payments.ts'
import { enqueueJob, type JobPayload } from '#backend/jobs/catalogue.ts'
import { createCheckout, type CheckoutDeps } from '#backend/features/checkout/checkout-service.ts'
import { findPayment, findPaymentOf, isOpen } from '#backend/features/payments/payments-service.ts'
import type { Reconciliation } from '#backend/features/reconciliation.ts'
import { createSeats } from '#backend/features/seats/seats-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import {
  SignatureError,
  type PaymentEvent,
  type PaymentHook,
} from '#backend/providers/payments/payments-port.ts'

const { cursors, paymentEvents } = tables

const CURSOR = 'payments-reconciled'
/** Clocks differ, and a session from before the last run may have been paid after it. */
const OVERLAP_MS = 2 * 3_600_000
/** Providers keep their events no longer. */
const FIRST_RUN_MS = 28 * 24 * 3_600_000

/** Webhook events of a provider, and the nightly query in case some were lost. */
export function createPaymentEvents(deps: CheckoutDeps) {
  const { database, queue } = deps
  const gateway = deps.gateways.stripe
  const checkout = createCheckout(deps)
  const seats = createSeats({ database, queue, gateway })

  /** The job asks the provider, so order and age of events do not matter. */
  const enqueue = (tx: Queries, hook: PaymentHook, event: PaymentEvent, key: string): Promise<boolean> => {
    const { reference, paymentReference } = event
    const job = hook === 'orders' ? 'settle-payment' : 'settle-seats'
    return enqueueJob(queue, tx, job, { reference, paymentReference }, key)
  }

  const sessionOf = async (named: JobPayload<'settle-payment'>): Promise<string | null> => {
    const { reference, paymentReference } = named
    if (reference !== null) return reference
    const found = paymentReference === null ? null : await gateway.findSession(paymentReference)
    // Where the hook that names both was lost, nothing else says to operators whose event it is.
    if (paymentReference !== null && found !== null)
      await database.queries
        .update(paymentEvents)
        .set({ reference: found })
        .where(and(eq(paymentEvents.paymentReference, paymentReference), isNull(paymentEvents.reference)))
    return found
  }

  return {
    /**
     * Accepts a webhook, once its sender is verified.
     * @throws ProductError signature_invalid
     */
    async receive(hook: PaymentHook, rawBody: Uint8Array, signature: string | undefined): Promise<void> {
      const event = await gateway.verifyEvent(hook, rawBody, signature).catch((cause: unknown) => {
        throw cause instanceof SignatureError ? new ProductError('signature_invalid', { cause }) : cause
      })
      await database.transaction(async (tx) => {
        const { id: eventId, type, reference, paymentReference, happenedAt } = event
        const recorded = await tx
          .insert(paymentEvents)
          .values({ hook, eventId, type, reference, paymentReference, happenedAt })
          .onConflictDoNothing()
          .returning({ eventId: paymentEvents.eventId })
        // A key for each event, never that of a running job: that one may have asked before this event.
        if (recorded.length > 0) await enqueue(tx, hook, event, `${hook}:${eventId}`)
      })
    },

    /** Both webhooks of one account receive all events: each ignores the other's. */
    async settleOrder(named: JobPayload<'settle-payment'>): Promise<void> {
      const reference = await sessionOf(named)
      const payment =
        reference === null ? undefined : await findPaymentOf(database.queries, 'stripe', reference)
      if (payment) await checkout.settle(payment.id)
    },

    async settleSeatOrder(named: JobPayload<'settle-seats'>): Promise<void> {
      const reference = await sessionOf(named)
      if (reference === null || (await findPaymentOf(database.queries, 'stripe', reference))) return
      await seats.settle(reference)
    },

    /**
     * Asks the provider for everything since the last run, and settles it: sessions without a return or a webhook,
     * refunds made at the provider, disputes, and events whose job failed.
     */
    async reconcileNightly({ now, signal, onFailed }: Reconciliation): Promise<void> {
      const last = (await readCursor(database.queries)) ?? new Date(now.getTime() - FIRST_RUN_MS)
      const since = new Date(last.getTime() - OVERLAP_MS)
      for await (const { reference, paymentId } of gateway.sessionsSince(since)) {
        signal.throwIfAborted()
        if (paymentId === null || !(await isWaiting(paymentId))) continue
        await checkout
          .settle(paymentId, reference)
          .catch((error: unknown) => onFailed({ rows: 'provider sessions', id: reference }, error))
      }
      for await (const event of gateway.eventsSince(since)) {
        signal.throwIfAborted()
        const about = event.reference ?? event.paymentReference
        for (const hook of PaymentHookName.options) {
          await database.transaction((tx) => enqueue(tx, hook, event, `nightly:${hook}:${about}`))
        }
      }
      await database.queries
        .insert(cursors)
        .values({ name: CURSOR, position: now.toISOString() })
        .onConflictDoUpdate({ target: cursors.name, set: { position: now.toISOString() } })
    },
  }

  /** Payments settled before are covered by their events. */
  async function isWaiting(paymentId: string): Promise<boolean> {
    const payment = await findPayment(database.queries, paymentId)
    if (!payment) return false
    return isOpen(payment) || payment.state === 'processing' || payment.providerReference === null
  }
}

/** Settles anew what an event told, in the caller's transaction. @returns false when there is none of that id */
export async function replayEvent(tx: Queries, queue: Queue, eventId: string): Promise<boolean> {
  const events = await tx.select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId))
  for (const { hook, reference, paymentReference } of events) {
    const job = hook === 'orders' ? 'settle-payment' : 'settle-seats'
    await enqueueJob(
      queue,
      tx,
      job,
      { reference, paymentReference },
      `replay:${hook}:${eventId}:${randomUUID()}`,
    )
  }
  return events.length > 0
}

async function readCursor(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select().from(cursors).where(eq(cursors.name, CURSOR))
  return row && new Date(row.position)
}
