import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { applyMigrations, countMissingMigrations, isOnline, type MigrationSession } from './migrations.ts'
import {
  SchemaMissingError,
  isDatabaseAway,
  isConflict,
  isDatabaseUnavailable,
  isLocked,
  translated,
  untilReachable,
} from './database-errors.ts'
import { tables, type Database, type Queries } from './database-port.ts'

/** One number for all: who migrates at the same time takes turns. */
const MIGRATION_LOCK = 7_203_511
const TURN_PAUSE_MS = 200
/** A migration that waits for a table holds up everybody who comes after it: it gives up soon, and tries again. */
const MIGRATION_TIMEOUTS = "set lock_timeout = '3s'; set statement_timeout = '60s'"
/** For statements that block no reads and writes: they wait for transactions, and read whole tables. */
const ONLINE_TIMEOUTS = "set lock_timeout = 0; set statement_timeout = '6h'"
const LOCK_ATTEMPTS = 20
const LOCK_PAUSE_MS = 2_000
const SESSION_SETTINGS = "set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '60s'"
const CONNECT_TIMEOUT_MS = 10_000
const MARK_SETTING = 'alpenlicht.session'
/** Attempts of a transaction, or of a single statement, that conflicts with others. */
const CONFLICT_ATTEMPTS = 5
const FIRST_PAUSE_MS = 10

export interface PostgresOptions {
  url: string
  maxConnections?: number
  /** Called for each broken connection, in use or idle. */
  onError: (error: Error) => void
  /** Called after each failed attempt to reach the server at the start; another one follows. */
  onWaiting?: (error: unknown) => void
  /** Ends the waiting. */
  signal?: AbortSignal | undefined
  /** How missing migrations are treated: by default they are made here. */
  migrations?: 'make' | 'await' | 'ignore' | undefined
}

/**
 * PostgreSQL 15 or newer through a connection pool. A server that is away at the start is waited for, and with
 * `migrations: 'await'` the migrations that a step of its own makes.
 */
export async function createPostgresDatabase(options: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Not as start-up parameters, which PgBouncer refuses. The pool waits for it.
    // eslint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
    onConnect: (client) => client.query(SESSION_SETTINGS),
  })
  // Without a listener a broken idle connection ends the process; the pool itself replaces it.
  pool.on('error', options.onError)
  const sessions = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    sessions.add(client)
    // The pool listens to idle connections alone: one that breaks under a transaction would end the process.
    client.on('error', options.onError)
  })
  pool.on('remove', (client) => void sessions.delete(client))
  const { signal, onWaiting = () => undefined } = options
  const waiting = { signal, onWaiting }
  await untilReachable(() => assertSessions(options.url), waiting)
  const { migrations = 'make' } = options
  if (migrations === 'make') await untilReachable(() => migratePostgres(options.url), waiting)
  if (migrations === 'await') await untilReachable(() => assertMigrated(pool), waiting)
  return { ...createDatabaseOn(pool), close }

  async function close(): Promise<void> {
    await pool.end()
    // The pool ends before its sockets do: until then the server has sessions whose end is still to be heard.
    while (sessions.size > 0) await once(pool, 'remove')
  }
}

/** The port on a pool; the caller opens and closes the pool. */
export function createDatabaseOn(pool: pg.Pool): Omit<Database, 'close'> {
  const db = drizzle({ client: retryingStatements(pool), schema: tables })
  return {
    queries: db,
    transaction: (work) =>
      untilUndisturbed(() => transact(pool, work)).catch((error: unknown) => {
        throw translated(error, isDatabaseUnavailable)
      }),
    async ping() {
      await db.execute(sql`select 1`)
    },
  }
}

/** Runs `work` again where another transaction was in its way, a few times. */
async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === CONFLICT_ATTEMPTS || !isConflict(error)) throw error
      await pause(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
    }
  }
}

/**
 * The pool, for statements outside transactions. One that waits for a row holds its place in the queue for it, which a third
 * transaction may wait for: such a statement can be the victim of a deadlock too. It has changed nothing then.
 */
function retryingStatements(pool: pg.Pool): pg.Pool {
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    untilUndisturbed(() => pool.query(statement, values))
  // Sound by construction: drizzle gives statements without a callback.
  return Object.create(pool, { query: { value: query } }) as pg.Pool
}

/** Building one reads every table: once for each connection, not for each transaction. */
const drizzles = new WeakMap<pg.PoolClient, NodePgDatabase<typeof tables>>()
function drizzleOn(client: pg.PoolClient): NodePgDatabase<typeof tables> {
  const db = drizzles.get(client) ?? drizzle({ client, schema: tables })
  drizzles.set(client, db)
  return db
}

/** Drizzle on a pool never returns a connection whose `begin` failed: here each goes back, or ends where it broke. */
async function transact<T>(pool: pg.Pool, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error, isDatabaseAway)
  })
  let isBroken = false
  try {
    return await drizzleOn(client).transaction((tx) => work(tx))
  } catch (error) {
    isBroken = isDatabaseAway(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/**
 * Locks, settings and notifications belong to a session. A pooler that hands one server session to several connections, as
 * PgBouncer does by transaction, is found by what one connection sets and another sees.
 */
async function assertSessions(url: string): Promise<void> {
  const mark = randomUUID()
  const [one, other] = [url, url].map((connectionString) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    // A connection that breaks fails the query that waits for it.
    client.on('error', () => undefined)
    return client
  }) as [pg.Client, pg.Client]
  try {
    await one.connect()
    await one.query(`select set_config('${MARK_SETTING}', $1, false)`, [mark])
    await other.connect()
    const { rows } = await other.query<{ mark: string | null }>(
      `select current_setting('${MARK_SETTING}', true) as mark`,
    )
    if (rows[0]?.mark !== mark) return
    await one.query(`reset ${MARK_SETTING}`)
    throw new Error(
      'DATABASE_URL leads to a pooler that shares sessions among connections: set its pool_mode to session',
    )
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}

async function assertMigrated(pool: pg.Pool): Promise<void> {
  const count = await countMissingMigrations(pool)
  if (count > 0)
    throw new SchemaMissingError(
      `the database lacks ${count} migrations of this release: they are waited for; \`npm run db:migrate\` makes them`,
    )
}

/**
 * Makes the missing migrations, one process at a time. Where a table is in use for longer than three seconds, that migration
 * is tried again, for two minutes at most. @throws what PostgreSQL says; that migration was not made then
 */
export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks fails the query that waits for it.
  client.on('error', () => undefined)
  const session: MigrationSession = {
    async query(statement, values) {
      await client.query(isOnline(statement) ? ONLINE_TIMEOUTS : MIGRATION_TIMEOUTS)
      return client.query(statement, values)
    },
  }
  await client.connect()
  try {
    // A blocking lock would be an open transaction, and an index made concurrently waits for all of those: a deadlock.
    while (!(await isTurn(client))) await pause(TURN_PAUSE_MS)
    for (let attempt = 1; ; attempt++) {
      try {
        await applyMigrations(session)
        return
      } catch (error) {
        if (attempt === LOCK_ATTEMPTS || !isLocked(error)) throw error
        await pause(LOCK_PAUSE_MS * (0.5 + Math.random()))
      }
    }
  } finally {
    // Closing the session frees the lock, in any state of the migration.
    await client.end()
  }
}

async function isTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ turn: boolean }>('select pg_try_advisory_lock($1) as turn', [
    MIGRATION_LOCK,
  ])
  return rows[0]?.turn === true
}
