import { and, count, eq, inArray, lt, min, sql, type SQL } from 'drizzle-orm'
import { OPEN_BUNDLE_STATES } from '#contract/bundles.ts'
import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import { OPEN_TRAINING_STATES } from '#contract/training.ts'
import { jobs, type JobName } from '#backend/jobs/catalogue.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'

/** How long started work may pause while no worker runs. */
const ABSENCE_MAX_MS = 2 * 3_600_000

/** How long work may take from its start, or from where it was taken up again: all its attempts, and an absence. */
export function runningMaxMs(name: JobName): number {
  const { retryLimit, deadlineSeconds } = jobs[name]
  return (retryLimit + 1) * deadlineSeconds * 1000 + ABSENCE_MAX_MS
}

/** An instant ahead, by the database's clock: the processes' own may be hours apart. For a column of instants. */
export function inMs(ms: number): SQL<Date> {
  return sql<Date>`now() + ${ms}::float8 * interval '1 millisecond'`
}

/** The current time of the database's clock. */
export async function databaseTime(queries: Queries): Promise<Date> {
  const [row] = await queries
    .select({ ms: sql<number>`extract(epoch from clock_timestamp())::float8 * 1000` })
    .from(sql`(select 1) as one`)
  if (!row) throw new Error('the database told no time')
  return new Date(row.ms)
}

const { bundles, payments, trainings } = tables

/** Paid work that is not finished, by kind, and the seconds until the first of it is given up; 0 without any. */
export async function openPaidWork({ database }: { database: Database }) {
  const figuresOf = async (kind: 'training' | 'bundle') => {
    const table = kind === 'training' ? trainings : bundles
    const isOpen =
      kind === 'training'
        ? inArray(trainings.state, OPEN_TRAINING_STATES)
        : inArray(bundles.state, OPEN_BUNDLE_STATES)
    const secondsLeft = sql<number | null>`extract(epoch from ${min(table.deadlineAt)} - now())::float8`
    const [row] = await database.queries.select({ count: count(), secondsLeft }).from(table).where(isOpen)
    return { kind, count: row?.count ?? 0, secondsLeft: row?.secondsLeft ?? 0 }
  }
  return [await figuresOf('training'), await figuresOf('bundle')]
}

/** Within which headshots are promised, from the payment on. */
export const PROMISED_WITHIN_MS = DELIVERY_PROMISE_HOURS * 3_600_000

/** How many paid orders are past their promise and still have no headshots. */
export async function countLateOrders({ database }: { database: Database }): Promise<number> {
  const [row] = await database.queries
    .select({ count: count() })
    .from(bundles)
    .innerJoin(payments, eq(payments.bundleId, bundles.id))
    .where(and(inArray(bundles.state, OPEN_BUNDLE_STATES), lt(payments.paidAt, inMs(-PROMISED_WITHIN_MS))))
  return row?.count ?? 0
}

/** Minutes since the oldest order was paid whose headshots are still being made; null without one. */
export async function oldestOpenOrderMinutes({ database }: { database: Database }): Promise<number | null> {
  const minutes = sql<number | null>`floor(extract(epoch from now() - ${min(payments.paidAt)}) / 60)::int`
  const [row] = await database.queries
    .select({ minutes })
    .from(bundles)
    .innerJoin(payments, eq(payments.bundleId, bundles.id))
    .where(inArray(bundles.state, OPEN_BUNDLE_STATES))
  return row?.minutes ?? null
}
