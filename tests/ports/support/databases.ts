import { createQueues, DATABASE_VERSION, openPreparedDatabase } from '#tests/support/prepared-database.ts'
import { migrateDatabase } from '#backend/compose-migrations.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import type { PgBossConnection } from '#backend/providers/queue/pg-boss.ts'
import pg from 'pg'

export interface OpenDatabase {
  database: Database
  connection: PgBossConnection
  close: () => Promise<void>
}

/** In memory. */
export async function openPglite(): Promise<OpenDatabase> {
  const database = await openPreparedDatabase()
  return { database, connection: { kind: 'pglite', client: database.client }, close: () => database.close() }
}

const TEMPLATE = `template_${DATABASE_VERSION}`
/** Processes that need the template take turns. */
const TEMPLATE_LOCK = 7_203_512

async function asAdmin<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

/** A migrated database on the server, which the others are copies of: migrating takes seconds. */
async function makeTemplate(serverUrl: string, client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
  if (rowCount === 0) {
    const making = `making_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${making}`)
    const url = databaseUrl(serverUrl, making)
    await migrateDatabase(url)
    await createQueues({ kind: 'postgres', url })
    await client.query(`alter database ${making} rename to ${TEMPLATE}`)
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
}

/** A database of its own on the server, dropped afterwards. */
export async function openPostgres(serverUrl: string): Promise<OpenDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(serverUrl, async (client) => {
    await makeTemplate(serverUrl, client)
    await client.query(`create database ${name} template ${TEMPLATE}`)
  })
  const url = databaseUrl(serverUrl, name)
  const database = await createPostgresDatabase({
    url,
    migrations: 'ignore',
    onError: (error) => {
      throw error
    },
  })
  return {
    database,
    connection: { kind: 'postgres', url },
    async close() {
      await database.close()
      await asAdmin(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

const serverUrl = process.env.TEST_DATABASE_URL

/** Every implementation that can run here; PostgreSQL's when TEST_DATABASE_URL names a server. */
export const DATABASES: [string, () => Promise<OpenDatabase>][] = [
  ['PGlite', openPglite],
  ...(serverUrl
    ? [['PostgreSQL', () => openPostgres(serverUrl)] as [string, () => Promise<OpenDatabase>]]
    : []),
]

/** PostgreSQL, as in production, where TEST_DATABASE_URL names a server; PGlite elsewhere. */
export const openDatabase: () => Promise<OpenDatabase> = serverUrl
  ? () => openPostgres(serverUrl)
  : openPglite
