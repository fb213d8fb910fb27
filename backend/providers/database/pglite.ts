import { mkdir, statfs } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { holdFolder } from './folder-lock.ts'
import { applyMigrations } from './migrations.ts'
import { UnavailableError } from '../outage/unavailable-error.ts'
import { tables, type Database } from './database-port.ts'

/** Four segments of the log of changes: without room for the next one PostgreSQL itself gives up, and answers nothing more. */
const RESERVE_BYTES = 64 * 1024 * 1024
const READS = /^\s*select\b(?![\s\S]*\bfor (?:update|no key update|share|key share))/i

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
  options: {
    folder?: string
    image?: Blob
    isMigrated?: boolean | undefined
    freeBytes?: (folder: string) => Promise<number>
  } = {},
): Promise<PgliteDatabase> {
  let release: (() => Promise<void>) | undefined
  if (options.folder !== undefined) {
    await mkdir(options.folder, { recursive: true })
    release = await holdFolder(options.folder)
  }
  const { folder: dataDir, image: loadDataDir } = options
  const client = await PGlite.create({ ...(dataDir && { dataDir }), ...(loadDataDir && { loadDataDir }) })
  if (dataDir !== undefined) refuseWritesWhenFull(client, () => (options.freeBytes ?? freeBytesAt)(dataDir))
  const db = drizzle({ client, schema: tables })
  if (options.isMigrated !== true) await applyMigrations(client)
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

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Refuses what writes while the disk is nearly full, with the SQLSTATE of a server whose disk is: `disk_full`. */
function refuseWritesWhenFull(client: PGlite, freeBytes: () => Promise<number>): void {
  const assertRoom = async () => {
    if ((await freeBytes()) >= RESERVE_BYTES) return
    throw Object.assign(new UnavailableError('database', { reason: 'the disk is full' }), { code: '53100' })
  }
  const [query, exec, transaction] = [
    client.query.bind(client),
    client.exec.bind(client),
    client.transaction.bind(client),
  ]
  client.query = async (statement, ...rest) => {
    if (!READS.test(statement)) await assertRoom()
    return (await query(statement, ...rest)) as never
  }
  client.exec = async (statements, ...rest) => {
    await assertRoom()
    return exec(statements, ...rest)
  }
  client.transaction = async (work) => {
    await assertRoom()
    return (await transaction(work)) as never
  }
}
