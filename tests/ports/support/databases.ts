import { openPreparedDatabase } from '#tests/support/prepared-database.ts'
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

/** A database of its own on the server, dropped afterwards. */
export async function openPostgres(serverUrl: string): Promise<OpenDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  // Processes of the backend wait for what this step makes.
  await migrateDatabase(url.href)
  const database = await createPostgresDatabase({
    url: url.href,
    migrations: 'ignore',
    onError: (error) => {
      throw error
    },
  })
  return {
    database,
    connection: { kind: 'postgres', url: url.href },
    async close() {
      await database.close()
      await admin(`drop database ${name} with (force)`)
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
