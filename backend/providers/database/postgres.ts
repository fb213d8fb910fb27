import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { tables, type Database } from './database-port.ts'

/** One number for all: replicas that start together take turns at the migrations. */
const MIGRATION_LOCK = 7_203_511

/** PostgreSQL 15 or newer through a connection pool. `onError` hears of idle connections that break. */
export async function createPostgresDatabase(options: {
  url: string
  maxConnections?: number
  onError: (error: Error) => void
}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // Without a listener a broken idle connection ends the process; the pool itself replaces it.
  pool.on('error', options.onError)
  const sessions = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void sessions.add(client))
  pool.on('remove', (client) => void sessions.delete(client))
  await migrateOnce(pool)
  const db = drizzle({ client: pool, schema: tables })
  return {
    queries: db,
    transaction: (work) => db.transaction((tx) => work(tx)),
    async ping() {
      await db.execute(sql`select 1`)
    },
    async close() {
      await pool.end()
      // The pool ends before its sockets do: until then the server has sessions whose end is still to be heard.
      while (sessions.size > 0) await once(pool, 'remove')
    },
  }
}

async function migrateOnce(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    // Closing the session frees the lock, in any state of the migration.
    client.release(true)
    throw error
  }
}
