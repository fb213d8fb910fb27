import { and, eq, gt, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm'
import type { OpenRows } from '#backend/features/reconciliation.ts'
import { inMs } from '#backend/features/deadlines.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentRow } from './orders.ts'

const { bundles, headshots, payments } = tables

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
