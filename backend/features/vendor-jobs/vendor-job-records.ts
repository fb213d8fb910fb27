import { and, count, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import {
  ASKS_AGAIN_MS,
  UNDER_WAY,
  VendorJobKind,
  type VendorJob,
  type VendorJobs,
} from '#backend/providers/engine/jobs-port.ts'
import type { Metrics } from '#backend/providers/metrics/metrics-port.ts'

const { vendorJobs } = tables

/** No order lasts longer. An older one stopped being polled when its person was deleted: it takes no place any more. */
const LASTS_MOST_MS = { training: 3 * 3_600_000, render: 30 * 60_000 }

/** Vendors' jobs in the product's database; what they cost is counted as well. */
export function createVendorJobs(
  database: Pick<Database, 'queries' | 'transaction'>,
  metrics?: Pick<Metrics, 'engineCharged'>,
): VendorJobs {
  const { queries } = database
  return {
    async find(id) {
      const [row] = await queries.select().from(vendorJobs).where(eq(vendorJobs.id, id))
      return row
    },

    begin: (job, inFlight) =>
      database.transaction(async (tx) => {
        // Until the transaction ends, no other process gives or takes a place.
        if (inFlight !== null) await lockOrdersAt(tx, job.engine)
        const [known] = await tx.select().from(vendorJobs).where(eq(vendorJobs.id, job.id)).for('update')
        const waits = known?.state === 'waiting'
        const isEarlier = known !== undefined && known.attempt < job.attempt
        const goesOn = waits && known.attempt === job.attempt
        // One that was sent meanwhile is not sent again beside itself.
        if (known && !goesOn && (!isEarlier || UNDER_WAY.includes(known.state))) return 'taken'
        const waitsSince = waits && known.waitsSince ? known.waitsSince : job.submittedAt
        const isFull = inFlight !== null && (await countBefore(tx, { ...job, waitsSince })) >= inFlight
        const row = {
          ...job,
          vendorId: null,
          state: isFull ? ('waiting' as const) : ('sending' as const),
          waitsSince: isFull ? waitsSince : null,
        }
        const rows = await tx
          .insert(vendorJobs)
          .values(row)
          .onConflictDoUpdate({
            target: vendorJobs.id,
            set: row,
            setWhere: goesOn ? eq(vendorJobs.state, 'waiting') : lt(vendorJobs.attempt, job.attempt),
          })
          .returning({ id: vendorJobs.id })
        if (rows.length === 0) return 'taken'
        return isFull ? 'waiting' : 'begun'
      }),

    async change({ id, attempt }, { details, costMicros, ...change }, whileIn) {
      const rows = await queries
        .update(vendorJobs)
        .set({
          ...change,
          ...(change.state && { waitsSince: null }),
          ...(details && { details: sql`${vendorJobs.details} || ${JSON.stringify(details)}::jsonb` }),
          ...(costMicros !== undefined && { costMicros: sql`${vendorJobs.costMicros} + ${costMicros}` }),
        })
        .where(
          and(
            eq(vendorJobs.id, id),
            eq(vendorJobs.attempt, attempt),
            whileIn && inArray(vendorJobs.state, [...whileIn]),
          ),
        )
        .returning({ engine: vendorJobs.engine })
      for (const { engine } of rows) {
        if (costMicros !== undefined) metrics?.engineCharged({ engine, dollars: costMicros / 1_000_000 })
      }
      return rows.length > 0
    },
  }
}

async function lockOrdersAt(tx: Queries, engine: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`orders at ${engine}`}, 0))`)
}

/** The engine's other orders that have a place, or waited for one before this. */
async function countBefore(
  tx: Queries,
  {
    id,
    engine,
    submittedAt,
    waitsSince,
  }: Pick<VendorJob, 'id' | 'engine' | 'submittedAt'> & { waitsSince: Date },
): Promise<number> {
  const isSince = VendorJobKind.options.map((kind) =>
    and(
      eq(vendorJobs.kind, kind),
      gt(vendorJobs.submittedAt, new Date(submittedAt.getTime() - LASTS_MOST_MS[kind])),
    ),
  )
  const isBefore = and(
    eq(vendorJobs.state, 'waiting'),
    gt(vendorJobs.submittedAt, new Date(submittedAt.getTime() - ASKS_AGAIN_MS)),
    or(
      lt(vendorJobs.waitsSince, waitsSince),
      and(eq(vendorJobs.waitsSince, waitsSince), lt(vendorJobs.id, id)),
    ),
  )
  const [row] = await tx
    .select({ count: count() })
    .from(vendorJobs)
    .where(
      and(
        eq(vendorJobs.engine, engine),
        ne(vendorJobs.id, id),
        or(and(inArray(vendorJobs.state, [...UNDER_WAY]), or(...isSince)), isBefore),
      ),
    )
  return row?.count ?? 0
}
