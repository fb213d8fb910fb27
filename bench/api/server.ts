import pg from 'pg'
import { migrateDatabase } from '#backend/compose-migrations.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { seed } from '#scripts/seed/rows.ts'
import { startPostgresServer, type PostgresServer } from '#tests/support/postgres-server.ts'

type Server = Pick<PostgresServer, 'url' | 'stop'>

/** The PostgreSQL of TEST_DATABASE_URL, or one of this machine's own that is thrown away afterwards. */
export async function openServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, stop: () => Promise.resolve() } : startPostgresServer()
}

/** A database of the server that holds so many headshots: made once, because a million take minutes. */
export async function seeded(server: Server, headshotCount: number): Promise<string> {
  const name = `bench_${headshotCount}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    const url = new URL(server.url)
    url.pathname = `/${name}`
    if (rowCount === 0) {
      await admin.query(`create database ${name}`)
      await migrateDatabase(url.href)
      const database = await createPostgresDatabase({ url: url.href, onError: rethrow })
      await seed(database, headshotCount)
      await database.close()
    }
    return url.href
  } finally {
    await admin.end()
  }
}

export function rethrow(error: Error): never {
  throw error
}
