import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { PgBoss, fromDrizzle, fromPglite, type ConstructorOptions, type PGliteLike } from 'pg-boss'
import type { Queue, QueueDefinition } from './port.ts'

const SCHEMA = 'pgboss'
/**
 * A worker that has not been heard of for this long lost its jobs: pg-boss's least. Every worker process looks for
 * the lost every two seconds (one at a time, under its lock), so another goes on within fifteen.
 */
const LEASE_SECONDS = 10
const LEASE_RENEWAL_SECONDS = 2
const SUPERVISION_SECONDS = 2
/** The embedded database has one owner, which finds at its start what it left; a busy moment must not cost a job. */
const EMBEDDED_LEASE_SECONDS = 60
/** New jobs wake the workers by notification; polling finds those whose pause before a retry is over. */
const POLL_SECONDS = 1

const Depths = z.array(
  z.object({ name: z.string(), waiting: z.number(), running: z.number(), oldestSeconds: z.number() }),
)

export type PgBossConnection =
  { kind: 'pglite'; client: PGliteLike } | { kind: 'postgres'; url: string; maxConnections?: number }

export interface PgBossOptions {
  connection: PgBossConnection
  /** Whether this process looks after expiry, schedules and clean-up; those that only enqueue do not. */
  supervise: boolean
  onError: (error: Error) => void
}

/** pg-boss on the product's database. @see https://timgit.github.io/pg-boss/ */
export function createPgBossQueue(options: PgBossOptions): Queue {
  const boss = new PgBoss(constructorOptions(options))
  const isEmbedded = options.connection.kind === 'pglite'
  let isStopping = false
  // An attempt that a stop cuts off finds the connection closed when it ends at last; it was given back already.
  boss.on('error', (error) => isStopping || options.onError(error))
  return {
    async start(definitions) {
      await boss.start()
      const leaseSeconds = isEmbedded ? EMBEDDED_LEASE_SECONDS : LEASE_SECONDS
      for (const definition of definitions) await prepare(boss, definition, leaseSeconds)
      // The embedded database has one owner, so an active job can only be one that a dead process left.
      if (isEmbedded) await giveBackOrphans(boss, definitions)
    },

    async enqueue(tx, { name, key, payload, startAfterSeconds }) {
      const id = await boss.send(name, payload, {
        singletonKey: key,
        db: fromDrizzle({ execute: async (query) => rowsOf(await tx.execute(toSql(query))) }, sql),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      })
      return id !== null
    },

    async work(name, concurrency, handle) {
      const settings = {
        includeMetadata: true,
        batchSize: 1,
        localConcurrency: concurrency,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        ...(!isEmbedded && { heartbeatRefreshSeconds: LEASE_RENEWAL_SECONDS }),
      } as const
      await boss.work<object, undefined, typeof settings>(name, settings, async (jobs) => {
        for (const job of jobs) {
          const { id, data, retryCount, retryLimit, signal } = job
          await handle({ id, payload: data, retryCount, isLastAttempt: retryCount >= retryLimit, signal })
        }
        return undefined
      })
    },

    schedule: (name, cron) => boss.schedule(name, cron, {}, { singletonKey: name }),

    async depths() {
      const { rows } = await boss.getDb().executeSql(
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

    async stop(graceMs) {
      isStopping = true
      await boss.stop({ graceful: true, timeout: graceMs })
    },
  }
}

function constructorOptions({ connection, supervise }: PgBossOptions): ConstructorOptions {
  const common = {
    schema: SCHEMA,
    useListenNotify: true,
    supervise,
    schedule: supervise,
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

async function prepare(boss: PgBoss, definition: QueueDefinition, leaseSeconds: number): Promise<void> {
  const settings = {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: definition.expireSeconds,
    heartbeatSeconds: leaseSeconds,
    deleteAfterSeconds: 24 * 3600,
    notify: true,
  }
  await boss.createQueue(definition.name, { ...settings, policy: 'exclusive' })
  await boss.updateQueue(definition.name, settings)
  // Any question about the queue loads its settings. Loaded only with the first job, they would be asked for outside
  // the caller's transaction, which on the one connection of an embedded database never ends.
  await boss.findJobs(definition.name, { id: randomUUID() })
}

async function giveBackOrphans(boss: PgBoss, definitions: readonly QueueDefinition[]): Promise<void> {
  for (const { name } of definitions) {
    const { rows } = await boss
      .getDb()
      .executeSql(`select id from ${SCHEMA}.job where name = $1 and state in ('active', 'retry')`, [name])
    for (const row of rows as { id: string }[]) {
      // Failing counts the attempt, so that a job which kills its process cannot do so for ever.
      await boss.fail(name, row.id, { message: 'the process running it ended' })
      await boss.update(name, undefined, { id: row.id, startAfter: 0 })
    }
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
