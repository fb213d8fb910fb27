import { randomUUID } from 'node:crypto'
import { context, propagation } from '@opentelemetry/api'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  PgBoss,
  fromDrizzle,
  fromPglite,
  type ConstructorOptions,
  type PGliteLike,
  type QueueResult,
} from 'pg-boss'
import { isDatabaseAway, translated } from '../database/database-port.ts'
import { assertQueueInstalled, SCHEMA } from './pg-boss-schema.ts'
import { asError } from './queue-error.ts'
import type { Queue, QueueDefinition, QueueTransaction } from './queue-port.ts'

/**
 * A worker that has not been heard of for this long lost its jobs: pg-boss's least. Every worker process looks for
 * the lost every two seconds (one at a time, under its lock), so another goes on within fifteen.
 */
const LEASE_SECONDS = 10
const LEASE_RENEWAL_SECONDS = 2
const SUPERVISION_SECONDS = 2
/**
 * The embedded database has one owner, which finds its interrupted jobs at the start; a busy moment must not cost a
 * job its lease.
 */
const EMBEDDED_LEASE_SECONDS = 60
/**
 * New jobs wake the workers by notification; those whose pause before a retry is over, and those whose notification was
 * lost, one question a second finds for all queues: asked by each worker on its own, they were most of what an embedded
 * database did, and in the way of calls when processors are busy.
 */
const LOOK_MS = 1_000
/** Were the look itself to fail. */
const POLL_SECONDS = 60

const DueNames = z.array(z.object({ name: z.string() }))

const FOUND_JOBS_MAX = 500
const FoundJobs = z.array(
  z.object({
    id: z.uuid(),
    name: z.string(),
    state: z.enum(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']),
    retryCount: z.number(),
    createdAt: z.coerce.date(),
    startedAt: z.coerce.date().nullable(),
    endedAt: z.coerce.date().nullable(),
    failure: z.string().nullable(),
  }),
)

const Depths = z.array(
  z.object({ name: z.string(), waiting: z.number(), running: z.number(), oldestSeconds: z.number() }),
)

export type PgBossConnection =
  { kind: 'pglite'; client: PGliteLike } | { kind: 'postgres'; url: string; maxConnections?: number }

export interface PgBossOptions {
  connection: PgBossConnection
  /** Whether a server's tables of the queue are left to the step that migrates; by default the start makes missing ones. */
  awaitsSchema?: boolean
  /** Whether this process looks after expiry and clean-up; those that only enqueue do not. */
  supervise: boolean
  /** False in a process that runs no jobs beside a stopped product: its interrupted jobs are left to the next start. */
  givesBackOrphans?: boolean
  /** Whether it enqueues by the clock; as `supervise` when not set. */
  schedule?: boolean
  onError: (error: Error) => void
}

/** pg-boss on the product's database. @see https://timgit.github.io/pg-boss/ */
export function createPgBossQueue(options: PgBossOptions): Queue {
  const boss = new PgBoss(constructorOptions(options))
  const isEmbedded = options.connection.kind === 'pglite'
  let isStopping = false
  const workerIds = new Map<string, string[]>()
  let look: NodeJS.Timeout | undefined
  const wakeForDue = async () => {
    try {
      for (const name of await dueNames(boss)) {
        for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id)
      }
    } catch (error) {
      if (!isStopping) options.onError(asError(error))
    }
    if (!isStopping) look = setTimeout(() => void wakeForDue(), LOOK_MS)
  }
  // A stop closes the connection under a running attempt, which then fails; its job was returned to the queue
  // already.
  boss.on('error', (error) => isStopping || options.onError(asError(error)))
  /** @throws UnavailableError */
  const ask = async (statement: string, values?: unknown[]) => {
    try {
      return await boss.getDb().executeSql(statement, values)
    } catch (error) {
      throw translated(error, isDatabaseAway)
    }
  }
  return {
    async start(definitions) {
      const { connection, awaitsSchema = false } = options
      if (awaitsSchema && connection.kind === 'postgres') await assertQueueInstalled(connection.url)
      await boss.start().catch(async (error: unknown) => {
        // The next attempt starts pg-boss again: what this one started has to be stopped.
        await boss.stop({ graceful: false })
        throw error
      })
      const leaseSeconds = isEmbedded ? EMBEDDED_LEASE_SECONDS : LEASE_SECONDS
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const definition of definitions)
        await prepare(boss, definition, leaseSeconds, known.get(definition.name))
      // The embedded database has one owner, so an active job can only be one that a dead process left.
      if (isEmbedded && options.givesBackOrphans !== false) await giveBackOrphans(boss, definitions)
    },

    async enqueue(tx, { name, key, payload, startAfterSeconds, turn = 0 }) {
      const id = await boss.send(
        name,
        { ...payload, ...traceOfCaller() },
        {
          singletonKey: key,
          priority: -turn,
          db: within(tx),
          ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        },
      )
      return id !== null
    },

    async work(name, concurrency, handle) {
      const settings = {
        includeMetadata: true,
        batchSize: 1,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        ...(!isEmbedded && { heartbeatRefreshSeconds: LEASE_RENEWAL_SECONDS }),
      } as const
      const ids = workerIds.get(name) ?? []
      workerIds.set(name, ids)
      for (let worker = 0; worker < concurrency; worker++) {
        const own: { id?: string } = {}
        own.id = await boss.work<object, undefined, typeof settings>(name, settings, async (jobs) => {
          // A worker that found a job looks for the next one when it is done.
          if (own.id !== undefined) boss.notifyWorker(own.id)
          for (const job of jobs) {
            const { id, data, retryCount, retryLimit, createdOn, startedOn, signal } = job
            const ageSeconds = Math.max(0, (startedOn.getTime() - createdOn.getTime()) / 1000)
            const isLastAttempt = retryCount >= retryLimit
            const { traceparent, ...payload } = data as { traceparent?: string }
            await handle({ id, payload, traceparent, retryCount, ageSeconds, isLastAttempt, signal })
          }
          return undefined
        })
        ids.push(own.id)
      }
      look ??= setTimeout(() => void wakeForDue(), LOOK_MS)
    },

    async schedule(crons) {
      for (const { name } of await boss.getSchedules()) {
        if (name in crons) continue
        await boss.unschedule(name)
        await boss.deleteQueuedJobs(name)
      }
      for (const [name, cron] of Object.entries(crons))
        await boss.schedule(name, cron, {}, { singletonKey: name })
    },

    async depths() {
      const { rows } = await ask(
        `select name, count(*) filter (where state <> 'active')::int as waiting,
           count(*) filter (where state = 'active')::int as running,
           coalesce(max(extract(epoch from now() - start_after)) filter (where state <> 'active'), 0)::float8
             as "oldestSeconds"
         from ${SCHEMA}.job
         where state = 'active' or (state in ('created', 'retry') and start_after <= now())
         group by name`,
      )
      return Depths.parse(rows)
    },

    async find(sought) {
      const columns = `select id, name, state::text, retry_count as "retryCount", created_on as "createdAt",
          started_on as "startedAt", completed_on as "endedAt",
          case when state in ('failed', 'retry') then left(output ->> 'message', 300) end as failure
        from ${SCHEMA}.job`
      const [condition, value] =
        'about' in sought
          ? [`exists (select 1 from jsonb_each_text(data) where value = any($1))`, [...sought.about]]
          : [`state = 'failed' and ($1::text is null or name = $1)`, sought.failed]
      const { rows } = await ask(
        `${columns} where ${condition} order by created_on, id limit ${FOUND_JOBS_MAX}`,
        [value],
      )
      return FoundJobs.parse(rows)
    },

    async rerun(tx, { name, id }) {
      // A job of the same key that waits or runs does the same work.
      const { rows } = await within(tx).executeSql(
        `update ${SCHEMA}.job as failed set state = 'retry', retry_limit = retry_limit + 1, completed_on = null,
             start_after = now()
           where name = $1 and id = $2::uuid and state = 'failed' and not exists (
             select 1 from ${SCHEMA}.job as other where other.name = failed.name
               and other.singleton_key = failed.singleton_key and other.state in ('created', 'retry', 'active'))
           returning id`,
        [name, id],
      )
      return rows.length > 0
    },

    async hasten(tx, about) {
      await within(tx).executeSql(
        `update ${SCHEMA}.job set start_after = now() where state in ('created', 'retry') and start_after > now()
           and exists (select 1 from jsonb_each_text(data) where value = any($1))`,
        [[...about]],
      )
    },

    async postpone({ name, id, retryCount }, seconds) {
      // Without a start on record pg-boss counts the next delivery as it counted this one. The count names the attempt: a
      // delivery whose lease was lost leaves the job to the worker that has it now.
      await ask(
        `update ${SCHEMA}.job set state = 'created', started_on = null, start_after = now() + $3::int * interval '1 second'
           where name = $1 and id = $2::uuid and state = 'active' and retry_count = $4::int`,
        [name, id, seconds, retryCount],
      )
    },

    async stop(graceMs) {
      isStopping = true
      clearTimeout(look)
      await boss.stop({ graceful: true, timeout: graceMs })
    },
  }
}

/** Beside the payload: what leads from the job's trace to that of who enqueued it. */
function traceOfCaller(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier
}

/** The queue's statements in the caller's transaction. */
function within(tx: QueueTransaction) {
  return fromDrizzle({ execute: async (query) => rowsOf(await tx.execute(toSql(query))) }, sql)
}

function constructorOptions({
  connection,
  supervise,
  schedule = supervise,
}: PgBossOptions): ConstructorOptions {
  const common = {
    schema: SCHEMA,
    useListenNotify: true,
    supervise,
    schedule,
  }
  if (connection.kind === 'pglite') {
    const intervals = { monitorIntervalSeconds: 30, superviseIntervalSeconds: 30 }
    return { ...common, ...intervals, backend: 'pglite', db: fromPglite(connection.client) }
  }
  const intervals = {
    monitorIntervalSeconds: SUPERVISION_SECONDS,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
  }
  return { ...common, ...intervals, connectionString: connection.url, max: connection.maxConnections ?? 6 }
}

/** Queues with a job that could run now. */
async function dueNames(boss: PgBoss): Promise<string[]> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select distinct name from ${SCHEMA}.job where state < 'active' and not blocked and start_after <= now()`,
    )
  return DueNames.parse(rows).map(({ name }) => name)
}

/** Creates the queue or changes its settings, unless it is `known` with these: a start then costs no statement for it. */
async function prepare(
  boss: PgBoss,
  definition: QueueDefinition,
  leaseSeconds: number,
  known: QueueResult | undefined,
): Promise<void> {
  const settings = {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: definition.expireSeconds,
    heartbeatSeconds: leaseSeconds,
    deleteAfterSeconds: 24 * 3600,
    notify: true,
  }
  // pg-boss loaded the settings of all queues that were there when it started.
  const names = Object.keys(settings) as (keyof typeof settings)[]
  if (known && names.every((name) => known[name] === settings[name])) return
  await boss.createQueue(definition.name, { ...settings, policy: 'exclusive' })
  await boss.updateQueue(definition.name, settings)
  // Any question about the queue loads its settings. Loaded only with the first job, they would be asked for outside
  // the caller's transaction, which on the one connection of an embedded database never ends.
  await boss.findJobs(definition.name, { id: randomUUID() })
}

async function giveBackOrphans(boss: PgBoss, definitions: readonly QueueDefinition[]): Promise<void> {
  const names = definitions.map(({ name }) => name)
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select name, id from ${SCHEMA}.job where name = any($1::text[]) and state in ('active', 'retry')`,
      [names],
    )
  for (const { name, id } of rows as { name: string; id: string }[]) {
    // Failing counts the attempt, so that a job which kills its process cannot do so for ever.
    await boss.fail(name, id, { message: 'the process running it ended' })
    await boss.update(name, undefined, { id, startAfter: 0 })
  }
}

function toSql(query: unknown) {
  return sql`${query}`
}

function rowsOf(result: unknown): { rows: unknown[] } {
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)) {
    return { rows: result.rows }
  }
  return { rows: [] }
}
