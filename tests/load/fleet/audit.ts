import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { OPEN_BUNDLE_STATES } from '#contract/bundles.ts'
import { OPEN_TRAINING_STATES } from '#contract/training.ts'
import { createFiles, FILE_KEY_COLUMNS } from '#backend/features/files/files-service.ts'
import { countMissingMigrations } from '#backend/providers/database/migrations.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { SCHEMA } from '#backend/providers/queue/pg-boss-schema.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import type { Finding } from '../orders/audit.ts'
import { LOOK_MS } from '../orders/shop.ts'
import type { Deployed } from './deployment.ts'

/** Later than the age at which the nightly sweep takes a file for one that nobody will name any more. */
const DAYS_LATER_MS = 2 * 24 * 3_600_000
const IDLE_MAX_MS = 300_000

interface Stores {
  database: Database
  storage: Storage
}

const Count = z.object({ rows: z.tuple([z.object({ count: z.coerce.number() })]) })
const Rows = z.object({ rows: z.array(z.unknown()) })
const countOf = async ({ queries }: Database, statement: string): Promise<number> =>
  Count.parse(await queries.execute(`select count(*) as count from ${statement}`)).rows[0].count

/** Every file that a row names is there, and every file has its row once the sweep has been by. */
export async function auditFiles({ database, storage }: Stores): Promise<Finding> {
  const list = async () => {
    const keys: string[] = []
    for await (const { key } of storage.list('')) keys.push(key)
    return keys
  }
  const named = new Set<string>()
  for (const column of FILE_KEY_COLUMNS) {
    const rows = await database.queries
      .select({ key: sql<string>`${column}` })
      .from(column.table)
      .where(sql`${column} is not null`)
    for (const { key } of rows) named.add(key)
  }
  const left = (await list()).filter((key) => !named.has(key))
  const later = new Date(Date.now() + DAYS_LATER_MS)
  await createFiles({ database, storage }).sweep(later, AbortSignal.timeout(60_000))
  const there = new Set(await list())
  const orphans = [...there].filter((key) => !named.has(key))
  const lost = [...named].filter((key) => !there.has(key))
  return {
    what: 'Files',
    rows: [
      ['named by rows', named.size, named.size],
      ['there', there.size, named.size],
      ['left by kills, and swept away', left.length, left.length],
    ],
    differences: [
      ...orphans.map((key) => `${key} is there and no row names it`),
      ...lost.map((key) => `${key} is named by a row and not there`),
    ],
  }
}

/** Each selfie of which a customer was told that it arrived is one of its person's, and was judged. */
export async function auditUploads({ database }: Stores, selfieIds: readonly string[]): Promise<Finding> {
  const { selfies } = tables
  const rows =
    selfieIds.length === 0
      ? []
      : await database.queries
          .select()
          .from(selfies)
          .where(inArray(selfies.id, [...selfieIds]))
  const kept = rows.filter(({ state, imageKey }) => state === 'accepted' && imageKey !== null)
  return {
    what: 'Uploads',
    rows: [
      ['told to have arrived', new Set(selfieIds).size, selfieIds.length],
      ['kept and accepted', kept.length, selfieIds.length],
      ['selfies nobody was told of', (await countOf(database, 'selfies')) - rows.length, 0],
    ],
    differences: [],
  }
}

/** Waits until nothing is under way; what still is after some minutes is a difference, and so is what was given up. */
export async function auditWork(stores: Stores): Promise<Finding> {
  const until = Date.now() + IDLE_MAX_MS
  for (;;) {
    const finding = await readWork(stores)
    const isIdle = finding.differences.length === 0 && finding.rows.every(([, is, hasToBe]) => is === hasToBe)
    if (isIdle || Date.now() > until) return finding
    await sleep(LOOK_MS)
  }
}

async function readWork({ database }: Stores): Promise<Finding> {
  const found = await database.queries.execute(
    `select name, state::text as state, count(*)::int as count from ${SCHEMA}.job
     where state = 'failed' or (state in ('created', 'retry', 'active') and start_after <= now()) group by 1, 2`,
  )
  const open = z
    .array(z.object({ name: z.string(), state: z.string(), count: z.number() }))
    .parse(Rows.parse(found).rows)
  const underWay = async (table: string, states: readonly string[]) =>
    countOf(database, `${table} where state in (${states.map((state) => `'${state}'`).join()})`)
  return {
    what: 'Work',
    rows: [
      ['trainings under way', await underWay('trainings', OPEN_TRAINING_STATES), 0],
      ['bundles under way', await underWay('bundles', OPEN_BUNDLE_STATES), 0],
      ['orders left at vendors', await countOf(database, 'vendor_jobs'), 0],
      ['mails not sent', await countOf(database, "mails where state <> 'sent'"), 0],
    ],
    differences: open.map(({ name, state, count }) => `${count} jobs ${name} are ${state}`),
  }
}

export async function auditDeployment(
  { database }: Stores,
  { seconds, replaced, badEnds, visits, customers }: Deployed,
  migrations: string,
): Promise<Finding> {
  const session = { query: async (text: string) => Rows.parse(await database.queries.execute(text)) }
  return {
    what: 'The deployment',
    rows: [
      ['seconds', Math.round(seconds), Math.round(seconds)],
      ['processes replaced', replaced, replaced],
      ['migrations still missing', await countMissingMigrations(session, migrations), 0],
      ['requests of visitors answered', visits.answered, visits.answered],
      ['requests of visitors that failed', visits.failed.length, 0],
      ['requests of customers that failed', customers.unanswered, 0],
      [
        'answers `unavailable`, asked again by the client',
        visits.unavailable + customers.unavailable,
        visits.unavailable + customers.unavailable,
      ],
    ],
    differences: [...badEnds, ...new Set(visits.failed)],
  }
}
