import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { DELETE_FILES_MAX_KEYS, enqueueJob, type JobPayload } from '#backend/jobs/catalogue.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import {
  DELETE_MAX_KEYS,
  type ListedFile,
  type Storage,
  type StorageKey,
} from '#backend/providers/storage/storage-port.ts'
import { namedKeys } from './file-keys.ts'

export { FILE_KEY_COLUMNS, namedKeys, newKey } from './file-keys.ts'

const { cursors } = tables

/** Longer than any upload, and any job with all its attempts: after that no row will ever name the file. */
export const SWEEP_MIN_AGE_MS = 24 * 3_600_000
/** Limits of one run: pages, and files of each. */
const SWEEP = { pages: 50, files: DELETE_MAX_KEYS }
const SWEEP_CURSOR = 'sweep-files'

/**
 * Files no longer wanted: single ones, and all whose key starts with a prefix (of a folder: with its slash). A prefix is
 * for work that has ended: a file written there later, before its row is, may go with the rest.
 */
export interface UnwantedFiles {
  keys?: readonly StorageKey[]
  prefixes?: readonly string[]
}

/** Has files deleted once the caller's transaction, which takes away the rows that name them, has committed. */
export async function enqueueDeletion(queue: Queue, tx: Queries, unwanted: UnwantedFiles): Promise<void> {
  const payloads = [
    ...inParts(unwanted.keys ?? []).map((keys) => ({ keys, prefixes: [] })),
    ...inParts(unwanted.prefixes ?? []).map((prefixes) => ({ keys: [], prefixes })),
  ]
  // A key of its own for each, because a running job may have passed files written since.
  for (const payload of payloads) await enqueueJob(queue, tx, 'delete-files', payload, randomUUID())
}

/**
 * Enqueues the deletion of files whose rows were never written. Never throws: the sweep finds files whose deletion
 * could not be enqueued.
 */
export async function discardFiles(
  { database, queue }: { database: Database; queue: Queue },
  keys: readonly StorageKey[],
): Promise<void> {
  await database.transaction((tx) => enqueueDeletion(queue, tx, { keys })).catch(() => undefined)
}

/** Counts the files in storage below a prefix, independent of the rows. */
export async function countFiles(storage: Pick<Storage, 'list'>, prefix: string): Promise<number> {
  let found = 0
  for await (const _file of storage.list(prefix)) found++
  return found
}

function inParts(values: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(values.length / DELETE_FILES_MAX_KEYS) }, (_, part) =>
    values.slice(part * DELETE_FILES_MAX_KEYS, (part + 1) * DELETE_FILES_MAX_KEYS),
  )
}

export type Files = ReturnType<typeof createFiles>

/** Files follow their rows. */
export function createFiles(deps: { database: Database; storage: Storage }) {
  const { database, storage } = deps

  /** A file that a row names is kept: a commit whose answer was lost may have happened. */
  const deleteUnnamed = async (keys: readonly StorageKey[]): Promise<void> => {
    const named = await namedKeys(database.queries, keys)
    await storage.delete(keys.filter((key) => !named.has(key)))
  }

  return {
    /** Deletes the files that no row names; a repeat changes nothing. */
    async delete({ keys, prefixes }: JobPayload<'delete-files'>, signal: AbortSignal): Promise<void> {
      await deleteUnnamed(keys)
      for (const prefix of prefixes) {
        for await (const page of inPages(storage.list(prefix))) {
          signal.throwIfAborted()
          await deleteUnnamed(page.map(({ key }) => key))
        }
      }
    },

    /**
     * Deletes what killed writes left, and files that no row names, once they are older than any work that may still name them. Goes on where the
     * last sweep stopped, page after page, and from the start again after the last file.
     */
    async sweep(
      now: Date,
      signal: AbortSignal,
      { pages: maxPages, files: pageFiles } = SWEEP,
    ): Promise<void> {
      const bound = now.getTime() - SWEEP_MIN_AGE_MS
      await storage.removeUnfinished(new Date(bound))
      const after = await readCursor(database.queries)
      let pages = 0
      for await (const page of inPages(storage.list('', after === '' ? {} : { after }), pageFiles)) {
        signal.throwIfAborted()
        const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() < bound)
        await deleteUnnamed(old.map(({ key }) => key))
        await writeCursor(database.queries, page.at(-1)?.key ?? '')
        if (++pages === maxPages) return
      }
      await writeCursor(database.queries, '')
    },
  }
}

async function* inPages(
  files: AsyncIterable<ListedFile>,
  pageFiles = DELETE_MAX_KEYS,
): AsyncGenerator<ListedFile[]> {
  let page: ListedFile[] = []
  for await (const file of files) {
    page.push(file)
    if (page.length < pageFiles) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

async function readCursor(queries: Queries): Promise<string> {
  const [cursor] = await queries.select().from(cursors).where(eq(cursors.name, SWEEP_CURSOR))
  return cursor?.position ?? ''
}

async function writeCursor(queries: Queries, position: StorageKey): Promise<void> {
  await queries
    .insert(cursors)
    .values({ name: SWEEP_CURSOR, position })
    .onConflictDoUpdate({ target: cursors.name, set: { position, updatedAt: new Date() } })
}
