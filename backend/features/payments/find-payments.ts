import { and, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PaymentProvider } from '#contract/payments.ts'
import type { StyleId } from '#contract/styles.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { PaymentRow } from './orders.ts'

const { bundles, payments } = tables

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
