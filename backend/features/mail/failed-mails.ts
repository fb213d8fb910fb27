import { and, count, eq, gt } from 'drizzle-orm'
import { inMs } from '#backend/features/deadlines.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'

const { mails } = tables
const DAY_MS = 24 * 3_600_000

/** Mails of the last day that were given up, by why. */
export async function countFailedMails({ database }: { database: Database }) {
  const rows = await database.queries
    .select({ failure: mails.failure, count: count() })
    .from(mails)
    .where(and(gt(mails.createdAt, inMs(-DAY_MS)), eq(mails.state, 'failed')))
    .groupBy(mails.failure)
  return rows.flatMap(({ failure, count: number }) => (failure === null ? [] : { failure, count: number }))
}
