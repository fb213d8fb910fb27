import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { StorageKey } from '#backend/providers/storage/storage-port.ts'

/** Enough bytes that no other worker ever makes the same name in this folder. */
const RANDOM_BYTES = 12

/**
 * Every column that names a file in storage, each with an index of its own. A file that none of them names is unused.
 */
export const FILE_KEY_COLUMNS: readonly PgColumn[] = [
  tables.selfies.imageKey,
  tables.selfies.thumbnailKey,
  tables.previews.imageKey,
  tables.styleSamples.imageKey,
  tables.trainings.modelKey,
  tables.headshots.imageKey,
  tables.headshots.thumbnailKey,
  tables.headshotFiles.fileKey,
  tables.archives.fileKey,
  tables.dataExports.archiveKey,
]

/** A key that was never written: made before the write, so that two workers on the same task never collide. */
export function newKey(folder: string, name: string, extension?: string): StorageKey {
  const random = randomBytes(RANDOM_BYTES).toString('hex')
  return `${folder}/${name}-${random}${extension === undefined ? '' : `.${extension}`}`
}

/** The `keys` that a row names. One query for all kinds of files. */
export async function namedKeys(queries: Queries, keys: readonly StorageKey[]): Promise<Set<StorageKey>> {
  if (keys.length === 0) return new Set()
  const lookups = FILE_KEY_COLUMNS.map(
    (column) =>
      sql`select ${column} as key from ${column.table} where ${column} = any(${sql.param(keys)}::text[])`,
  )
  const rows = await queries
    .select({ key: sql<string>`key` })
    .from(sql`(${sql.join(lookups, sql` union all `)}) as named`)
  return new Set(rows.map(({ key }) => key))
}
