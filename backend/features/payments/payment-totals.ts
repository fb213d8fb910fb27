import { count, sum } from 'drizzle-orm'
import { tables, type Database } from '#backend/providers/database/database-port.ts'

const { payments } = tables

/** All payments, counted and summed in minor units by state and currency. */
export async function paymentTotals({ database }: { database: Database }) {
  const rows = await database.queries
    .select({
      ...{ state: payments.state, currency: payments.currency, count: count() },
      amountMinor: sum(payments.amountMinor),
    })
    .from(payments)
    .groupBy(payments.state, payments.currency)
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }))
}
