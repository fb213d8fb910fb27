import { and, eq, lt, sql } from 'drizzle-orm'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'

const { vendorJobs } = tables

/** Vendors' jobs in the product's database. */
export function createVendorJobs({ queries }: Pick<Database, 'queries'>): VendorJobs {
  return {
    async find(id) {
      const [row] = await queries.select().from(vendorJobs).where(eq(vendorJobs.id, id))
      return row
    },

    async begin(job) {
      const begun = { ...job, state: 'sending' as const, vendorId: null }
      const rows = await queries
        .insert(vendorJobs)
        .values(begun)
        .onConflictDoUpdate({
          target: vendorJobs.id,
          set: begun,
          setWhere: lt(vendorJobs.attempt, job.attempt),
        })
        .returning({ id: vendorJobs.id })
      return rows.length > 0
    },

    async change({ id, attempt }, { details, costMicros, ...change }) {
      await queries
        .update(vendorJobs)
        .set({
          ...change,
          ...(details && { details: sql`${vendorJobs.details} || ${JSON.stringify(details)}::jsonb` }),
          ...(costMicros !== undefined && { costMicros: sql`${vendorJobs.costMicros} + ${costMicros}` }),
        })
        .where(and(eq(vendorJobs.id, id), eq(vendorJobs.attempt, attempt)))
    },
  }
}
