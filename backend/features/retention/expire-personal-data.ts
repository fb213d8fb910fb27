import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { OPEN_BUNDLE_STATES, OPEN_REROLL_STATES } from '#contract/bundles.ts'
import { purgeBiometrics } from '#backend/features/deletion/deletion-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import {
  extendRetention,
  lockPerson,
  type PersonRow,
  SELFIES_KEPT_MS,
  SELFIES_WARNED_MS,
} from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { bundles, persons, rerolls, retentions, selfies, shares, usageEvents, vendorJobs } = tables

const DAY_MS = 24 * 3_600_000
/** How long records of use are kept. */
const USAGE_KEPT_MS = 400 * DAY_MS
/** How long an ended link is kept, with its names and votes. */
const ENDED_SHARE_KEPT_MS = 90 * DAY_MS
/** How long an order at a vendor stays known, with what it cost: no work lasts so long, nor the settling of a bill. */
const VENDOR_JOB_KEPT_MS = 90 * DAY_MS
/** Rows per statement, so that no lock is held long. */
const PRUNED_ROWS = 1000
const PRUNED_PAGES = 50

type RetentionRow = typeof retentions.$inferSelect

/** Deletes data whose retention time has passed, on a schedule. */
export function createRetention({ database, queue }: { database: Database; queue: Queue }) {
  /** Warns, or deletes after the warning; each reads the row's state again. */
  const settle = (personId: string, now: Date): Promise<void> =>
    database.transaction(async (tx) => {
      const person = await lockPerson(tx, personId)
      const [row] = await tx.select().from(retentions).where(eq(retentions.personId, personId)).for('update')
      if (!person || !row || row.deletesAt.getTime() > now.getTime() + SELFIES_WARNED_MS) return
      if (await isInUse(tx, person)) return extendRetention(tx, personId, now)
      if (row.warnedAt === null) return warn(tx, queue, person, row, now)
      if (row.deletesAt <= now) await purgeBiometrics(tx, queue, person)
    })

  return {
    async expire(round: Reconciliation): Promise<void> {
      const { now, signal } = round
      const { queries } = database
      await keepWhatIsNotKnown(queries, now)
      const soon = new Date(now.getTime() + SELFIES_WARNED_MS)
      const due = and(
        lt(retentions.deletesAt, soon),
        or(isNull(retentions.warnedAt), lt(retentions.deletesAt, now)),
      )
      const rows = {
        name: 'retentions',
        table: retentions,
        at: retentions.deletesAt,
        id: retentions.personId,
        where: due,
      }
      await reconcileRows(queries, round, rows, ({ id }) => settle(id, now))
      const usageBound = new Date(now.getTime() - USAGE_KEPT_MS)
      await prune(queries, signal, usageEvents, sql`${usageEvents.createdAt} < ${usageBound.toISOString()}`)
      const shareBound = new Date(now.getTime() - ENDED_SHARE_KEPT_MS)
      await prune(
        queries,
        signal,
        shares,
        sql`${shares.expiresAt} < ${shareBound.toISOString()} and ${ne(shares.state, 'active')}`,
      )
      const jobBound = new Date(now.getTime() - VENDOR_JOB_KEPT_MS)
      await prune(queries, signal, vendorJobs, sql`${vendorJobs.updatedAt} < ${jobBound.toISOString()}`)
    },
  }
}

/** The full warning time passes before a deletion, even if the scheduler was down. */
async function warn(
  tx: Queries,
  queue: Queue,
  person: PersonRow,
  row: RetentionRow,
  now: Date,
): Promise<void> {
  const deletesAt = new Date(Math.max(row.deletesAt.getTime(), now.getTime() + SELFIES_WARNED_MS))
  await tx.update(retentions).set({ deletesAt, warnedAt: now }).where(eq(retentions.personId, person.id))
  await enqueueMail(queue, tx, {
    template: 'retention-warning',
    to: { uid: person.uid },
    occasion: `retention-warning:${person.id}:${deletesAt.toISOString()}`,
    data: { personId: person.id, personName: person.name, deletesAt: deletesAt.toISOString() },
  })
}

/** Running work needs its selfies. */
async function isInUse(tx: Queries, person: PersonRow): Promise<boolean> {
  if (person.state === 'training') return true
  const open = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.personId, person.id), inArray(bundles.state, OPEN_BUNDLE_STATES)))
    .limit(1)
  if (open.length > 0) return true
  const redone = await tx
    .select({ id: rerolls.id })
    .from(rerolls)
    .innerJoin(bundles, eq(bundles.id, rerolls.bundleId))
    .where(and(eq(bundles.personId, person.id), inArray(rerolls.state, OPEN_REROLL_STATES)))
    .limit(1)
  return redone.length > 0
}

/** Sets a date for persons with selfies but without one: those from before dates were recorded. */
async function keepWhatIsNotKnown(queries: Queries, now: Date): Promise<void> {
  const deletesAt = new Date(now.getTime() + SELFIES_KEPT_MS).toISOString()
  await queries.execute(sql`
    insert into ${retentions} (person_id, deletes_at)
    select ${persons.id}, ${deletesAt}::timestamptz from ${persons}
    where exists (select 1 from ${selfies} where ${selfies.personId} = ${persons.id})
      and not exists (select 1 from ${retentions} where ${retentions.personId} = ${persons.id})
    on conflict do nothing`)
}

async function prune(queries: Queries, signal: AbortSignal, table: PgTable, old: ReturnType<typeof sql>) {
  for (let page = 0; page < PRUNED_PAGES; page++) {
    signal.throwIfAborted()
    const gone = await queries
      .delete(table)
      .where(sql`ctid in (select ctid from ${table} where ${old} limit ${PRUNED_ROWS})`)
      .returning({ one: sql<number>`1` })
    if (gone.length < PRUNED_ROWS) return
  }
}
