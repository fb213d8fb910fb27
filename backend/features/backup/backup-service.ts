import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FILE_KEY_COLUMNS, namedKeys } from '#backend/features/files/files-service.ts'
import {
  backupName,
  beganAt,
  type BackupName,
  type BackupPart,
  type BackupTarget,
} from '#backend/providers/backup/backup-port.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Dumps, LoadDump } from '#backend/providers/dump/dump-port.ts'
import { KeyTakenError, type Storage, type StorageKey } from '#backend/providers/storage/storage-port.ts'

const { cursors } = tables

const LAST_BACKUP = 'make-backup'
const KEYS_PER_QUESTION = 5_000
const FILES_AT_ONCE = 4
const DAY_MS = 24 * 3_600_000

/** The record of a finished back-up, kept beside its parts. */
const BackupSummary = z.object({
  name: z.string(),
  finishedAt: z.iso.datetime(),
  /** Files that its rows name and that are kept. */
  files: z.number().int(),
  /** The files among them that no earlier back-up had. */
  copied: z.number().int(),
  /** Files that its rows name and that were deleted before their turn came: their rows had gone. */
  deletedMeanwhile: z.array(z.string()),
  /** Files that rows still name and that storage does not have. */
  lost: z.array(z.string()),
})
export type BackupSummary = z.infer<typeof BackupSummary>

export interface BackupDeps {
  database: Pick<Database, 'queries'>
  dumps: Dumps
  storage: Pick<Storage, 'read'>
  target: BackupTarget
  /** How long a back-up is kept. */
  keepDays: number
  now?: () => Date
}

/**
 * Copies the database as of one moment, then the files its rows name. A file is written once and never changed, so that
 * one copied later is the one the rows meant, and one that an earlier back-up has is not copied again.
 */
export async function makeBackup(deps: BackupDeps, signal: AbortSignal): Promise<BackupSummary> {
  const { database, dumps, storage, target, keepDays, now = () => new Date() } = deps
  const startedAt = now()
  const name = backupName(startedAt)
  await dumps.dump(
    (queries) => target.write(name, 'files', linesOf(keysIn(queries))),
    (copy) => target.write(name, 'database', copy),
  )
  const counts = { files: 0, copied: 0 }
  const missing: StorageKey[] = []
  await atOnce(FILES_AT_ONCE, keysOf(target, name), async (key) => {
    signal.throwIfAborted()
    if (!(await target.hasFile(key, startedAt))) {
      const content = await storage.read(key)
      if (content === undefined) return void missing.push(key)
      await target.writeFile(key, startedAt, content).finally(() => content.destroy())
      counts.copied++
    }
    counts.files++
  })
  const lost = await stillNamed(database.queries, missing)
  const summary: BackupSummary = {
    name,
    finishedAt: now().toISOString(),
    ...counts,
    deletedMeanwhile: missing.filter((key) => !lost.has(key)).sort(),
    lost: [...lost].sort(),
  }
  await target.write(name, 'summary', textOf(JSON.stringify(summary)))
  await database.queries
    .insert(cursors)
    .values({ name: LAST_BACKUP, position: name })
    .onConflictDoUpdate({ target: cursors.name, set: { position: name, updatedAt: now() } })
  await target.prune(new Date(startedAt.getTime() - keepDays * DAY_MS))
  return summary
}

export interface RestoreDeps {
  storage: Pick<Storage, 'put'>
  loadDump: LoadDump
  target: BackupTarget
}

/** There is no such back-up, or none at all. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError'
}

/**
 * Puts a back-up's files into storage, then its rows into the empty database; the last one unless another is named. What
 * was cut short can be begun again: the rows come last, whole or not at all.
 * @throws NoBackupError, DatabaseNotEmptyError, SealBrokenError
 */
export async function restoreBackup(
  { storage, loadDump, target }: RestoreDeps,
  wanted?: BackupName,
): Promise<BackupSummary> {
  const names = await target.list()
  const name = wanted ?? names.at(-1)
  if (name === undefined || !names.includes(name)) {
    throw new NoBackupError(`no such back-up; there are: ${names.join(', ') || 'none'}`)
  }
  const summary = BackupSummary.parse(JSON.parse(await wholeText(target, name, 'summary')))
  const missing = new Set([...summary.deletedMeanwhile, ...summary.lost])
  await atOnce(FILES_AT_ONCE, keysOf(target, name), async (key) => {
    if (missing.has(key)) return
    const content = await target.readFile(key)
    if (content === undefined) throw new Error(`the back-up lacks ${key}`)
    await storage.put(key, content, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
      // It is from an attempt before, or was never lost.
      if (!(error instanceof KeyTakenError)) throw error
    })
  })
  await loadDump(target.read(name, 'database'))
  return summary
}

/** When the last back-up that ended well began; null when there was none. */
export async function lastBackupAt({ database }: Pick<BackupDeps, 'database'>): Promise<Date | null> {
  const [row] = await database.queries.select().from(cursors).where(eq(cursors.name, LAST_BACKUP))
  return row ? beganAt(row.position) : null
}

/** Every file that a row names, in their order. */
async function* keysIn(queries: Queries): AsyncGenerator<StorageKey> {
  const lookups = FILE_KEY_COLUMNS.map((column) => sql`select ${column} as key from ${column.table}`)
  for (let after = ''; ;) {
    const rows = await queries
      .select({ key: sql<string>`key` })
      .from(sql`(${sql.join(lookups, sql` union all `)}) as named`)
      .where(sql`key > ${after}`)
      .orderBy(sql`key`)
      .limit(KEYS_PER_QUESTION)
    for (const { key } of rows) yield key
    const last = rows.at(-1)
    if (!last || rows.length < KEYS_PER_QUESTION) return
    after = last.key
  }
}

async function stillNamed(queries: Queries, keys: readonly StorageKey[]): Promise<Set<StorageKey>> {
  const named = new Set<StorageKey>()
  for (let from = 0; from < keys.length; from += KEYS_PER_QUESTION) {
    for (const key of await namedKeys(queries, keys.slice(from, from + KEYS_PER_QUESTION))) named.add(key)
  }
  return named
}

async function* linesOf(keys: AsyncIterable<StorageKey>): AsyncGenerator<Uint8Array> {
  for await (const key of keys) yield Buffer.from(`${key}\n`)
}

async function* keysOf(target: BackupTarget, name: BackupName): AsyncGenerator<StorageKey> {
  let begun = ''
  for await (const chunk of target.read(name, 'files')) {
    const lines = (begun + Buffer.from(chunk).toString()).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

async function wholeText(target: BackupTarget, name: BackupName, part: BackupPart): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of target.read(name, part)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Does one thing with each, so many at once; the first failure ends it. */
async function atOnce<T>(
  count: number,
  all: AsyncGenerator<T>,
  work: (each: T) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      for await (const each of all) await work(each)
    }),
  )
}
