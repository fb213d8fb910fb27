import { and, count, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { VendorJobKind, type VendorJob, type VendorJobs } from '#backend/providers/engine/jobs-port.ts'

const { vendorJobs } = tables

/** No order lasts longer. An older one stopped being polled when its person was deleted: it takes no place any more. */
const LASTS_MOST_MS = { training: 3 * 3_600_000, render: 30 * 60_000 }

/** Vendors' jobs in the product's database. */
export function createVendorJobs(database: Pick<Database, 'queries' | 'transaction'>): VendorJobs {
  const { queries } = database
  return {
    async find(id) {
      const [row] = await queries.select().from(vendorJobs).where(eq(vendorJobs.id, id))
      return row
    },

    begin: (job, inFlight) =>
      database.transaction(async (tx) => {
        if (inFlight !== null && (await countUnderWay(tx, job)) >= inFlight) return 'full'
        const begun = { ...job, state: 'sending' as const, vendorId: null }
        const rows = await tx
          .insert(vendorJobs)
          .values(begun)
          .onConflictDoUpdate({
            target: vendorJobs.id,
            set: begun,
            setWhere: lt(vendorJobs.attempt, job.attempt),
          })
          .returning({ id: vendorJobs.id })
        return rows.length > 0 ? 'begun' : 'taken'
      }),

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

/** The engine's other orders under way. Until the transaction ends, no other process begins one. */
async function countUnderWay(
  tx: Queries,
  { id, engine, submittedAt }: Pick<VendorJob, 'id' | 'engine' | 'submittedAt'>,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders at ${engine}`}, 0))`)
  const isSince = VendorJobKind.options.map((kind) =>
    and(
      eq(vendorJobs.kind, kind),
      gt(vendorJobs.submittedAt, new Date(submittedAt.getTime() - LASTS_MOST_MS[kind])),
    ),
  )
  const [row] = await tx
    .select({ count: count() })
    .from(vendorJobs)
    .where(
      and(
        eq(vendorJobs.engine, engine),
        inArray(vendorJobs.state, ['sending', 'sent']),
        ne(vendorJobs.id, id),
        or(...isSince),
      ),
    )
  return row?.count ?? 0
}
