import { count, sum } from 'drizzle-orm'
import { tables, type Database } from '#backend/providers/database/database-port.ts'

const { payments } = tables

/**
 * All payments, counted and summed in minor units by state, currency, and why money went back: read from the index
 * `payments_totals` alone, where equal entries are stored once.
 */
export async function paymentTotals({ database }: { database: Database }) {
  const rows = await database.queries
    .select({
      state: payments.state,
      currency: payments.currency,
      count: count(),
      amountMinor: sum(payments.amountMinor),
      refundReason: payments.refundReason,
      refundedAmountMinor: sum(payments.refundedAmountMinor),
    })
    .from(payments)
    .groupBy(payments.state, payments.currency, payments.refundReason)
  return rows.map((row) => ({
    ...row,
    amountMinor: Number(row.amountMinor),
    refundedAmountMinor: Number(row.refundedAmountMinor),
  }))
}
