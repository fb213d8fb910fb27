import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'

/** Made by `npm run db:generate` from the schema; applied in order, forward only. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** The table in which drizzle's own migrator records applied migrations; databases that it migrated go on from there. */
const JOURNAL = 'drizzle.__drizzle_migrations'
/** SQLSTATEs of a schema and of a table that do not exist. */
const NOTHING_YET: ReadonlySet<unknown> = new Set(['3F000', '42P01'])
/** Statements that may not run in a transaction, or would hold its locks while they read a whole table. */
const ONLINE =
  /^\s*(?:(?:create|drop)\s+(?:unique\s+)?index\s+concurrently|alter\s+table\s+\S+\s+validate)\b/i

/** Whether a statement may take as long as it needs, because calls go on meanwhile. */
export const isOnline = (statement: string): boolean => ONLINE.test(statement)

/** A connection that only the migrations use. */
export interface MigrationSession {
  query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** How many migrations of this release the database lacks; all of them where it has none. */
export async function countMissingMigrations(session: MigrationSession, folder = MIGRATIONS_FOLDER) {
  return (await missing(session, folder)).length
}

/**
 * Applies what is missing, each migration in a transaction of its own. One whose statements block no
 * reads and writes (an index `CONCURRENTLY`, `VALIDATE CONSTRAINT`) runs statement by statement: after a stop it runs again from its
 * first statement.
 */
export async function applyMigrations(session: MigrationSession, folder = MIGRATIONS_FOLDER): Promise<void> {
  await session.query('create schema if not exists drizzle')
  await session.query(
    `create table if not exists ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of await missing(session, folder)) {
    const isWhole = !sql.every(isOnline)
    if (isWhole) await session.query('begin')
    try {
      for (const statement of sql) await session.query(statement)
      await session.query(`insert into ${JOURNAL} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
      if (isWhole) await session.query('commit')
    } catch (error) {
      if (isWhole) await session.query('rollback').catch(() => undefined)
      throw error
    }
  }
}

async function missing(session: MigrationSession, migrationsFolder: string): Promise<MigrationMeta[]> {
  const last = await lastApplied(session)
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last)
}

/** When the last applied migration was made, in milliseconds. */
async function lastApplied(session: MigrationSession): Promise<number> {
  try {
    const { rows } = await session.query(`select max(created_at)::float8 as last from ${JOURNAL}`)
    const [row] = rows as { last: number | null }[]
    return row?.last ?? 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOTHING_YET.has(error.code)) return 0
    throw error
  }
}
