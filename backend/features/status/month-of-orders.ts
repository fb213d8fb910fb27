import { and, count, gte, lt, sql } from 'drizzle-orm'
import type { RefundReason } from '#contract/payments.ts'
import type { MonthOfOrders } from '#contract/status.ts'
import { databaseTime, PROMISED_WITHIN_MS } from '#backend/features/deadlines.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { lastMonthBefore } from './last-month.ts'

const { payments } = tables

/** A month that is over changes by refunds alone. */
export const MONTH_KEPT_MS = 10 * 60_000

/** Whose doing a refund of the whole price is; `part` is none of an order. */
const REFUNDED_BY: Readonly<Record<RefundReason, 'customer' | 'us' | 'part'>> = {
  guarantee: 'customer',
  withdrawal: 'customer',
  unfulfilled: 'us',
  selfies: 'us',
  technical: 'us',
  refused: 'us',
  operator: 'us',
  incomplete: 'part',
  training_paid: 'part',
}

const isRefundedBy = (who: 'customer' | 'us') => {
  const reasons = Object.entries(REFUNDED_BY).flatMap(([reason, by]) => (by === who ? [reason] : []))
  return sql`(coalesce(${payments.refundReason} = any(${`{${reasons.join()}}`}::text[]), false)
    and ${payments.refundDueAmountMinor} >= ${payments.amountMinor})`
}

/**
 * What became of the orders of the last month whose promise is over, counted from the payments: these outlive persons
 * and accounts, and hold no names. An order of several styles is one order.
 */
export async function lastMonthOfOrders({ database }: { database: Database }): Promise<MonthOfOrders> {
  const { queries } = database
  const now = await databaseTime(queries)
  return monthOfOrders(queries, lastMonthBefore(new Date(now.getTime() - PROMISED_WITHIN_MS)))
}

async function monthOfOrders(
  queries: Queries,
  { month, from, until }: ReturnType<typeof lastMonthBefore>,
): Promise<MonthOfOrders> {
  const { paidAt, deliveredAt, leadId, id } = payments
  const promised = sql`${paidAt} + ${PROMISED_WITHIN_MS}::float8 * interval '1 millisecond'`
  const isInTime = sql`coalesce(${deliveredAt} <= ${promised}, false)`
  // Late, if the promise was over by then.
  const endedAt = sql`coalesce(${payments.refundedAt}, now())`
  const isTakenBack = sql`(${deliveredAt} is null and ${isRefundedBy('customer')} and ${endedAt} <= ${promised})`
  const orders = queries
    .select({
      isTakenBack: sql<boolean>`bool_and(${isTakenBack})`.as('is_taken_back'),
      isInTime: sql<boolean>`bool_and(${isTakenBack} or ${isInTime})`.as('is_in_time'),
      isRefunded: sql<boolean>`bool_or(${isRefundedBy('us')})`.as('is_refunded'),
    })
    .from(payments)
    .where(and(gte(paidAt, from), lt(paidAt, until)))
    .groupBy(sql`coalesce(${leadId}, ${id})`)
    .as('orders')
  const [row] = await queries
    .select({
      paid: count(),
      takenBack: sql<number>`count(*) filter (where ${orders.isTakenBack})::int`,
      inTime: sql<number>`count(*) filter (where ${orders.isInTime} and not ${orders.isTakenBack})::int`,
      refunded: sql<number>`count(*) filter (where ${orders.isRefunded})::int`,
    })
    .from(orders)
  return { month, ...(row ?? { paid: 0, takenBack: 0, inTime: 0, refunded: 0 }) }
}
