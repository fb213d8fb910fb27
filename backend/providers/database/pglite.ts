import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { holdFolder } from './folder-lock.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'
import { tables, type Database } from './database-port.ts'

export interface PgliteDatabase extends Database {
  /** The engine itself, for the queue that lives in the same database. */
  client: PGlite
}

/**
 * PostgreSQL in this process, its files in `folder`; in memory without one. `image`, another database's
 * `dumpDataDir`, spares an in-memory database its migrations. `isMigrated` takes the database as it is.
 * @throws FolderInUseError when another process has the folder open: two writers would destroy it
 */
export async function createPgliteDatabase(
  options: { folder?: string; image?: Blob; isMigrated?: boolean | undefined } = {},
): Promise<PgliteDatabase> {
  let release: (() => Promise<void>) | undefined
  if (options.folder !== undefined) {
    await mkdir(options.folder, { recursive: true })
    release = await holdFolder(options.folder)
  }
  const { folder: dataDir, image: loadDataDir } = options
  const client = await PGlite.create({ ...(dataDir && { dataDir }), ...(loadDataDir && { loadDataDir }) })
  const db = drizzle({ client, schema: tables })
  if (options.isMigrated !== true) await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER })
  return {
    client,
    queries: db,
    transaction: (work) => db.transaction((tx) => work(tx)),
    async ping() {
      await db.execute(sql`select 1`)
    },
    async close() {
      await client.close()
      await release?.()
    },
  }
}
