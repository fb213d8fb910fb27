import { randomUUID } from 'node:crypto'
import { DELETE_FILES_MAX_KEYS, enqueueJob, type JobPayload } from '#backend/jobs/catalogue.ts'
import type { Database, Queries } from '#backend/providers/database/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import { DELETE_MAX_KEYS, type Storage, type StorageKey } from '#backend/providers/storage/port.ts'
import { namedKeys } from './keys.ts'

export { newKey } from './keys.ts'

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
  // Never a repeat of one that runs: that one may have gone past what was written since.
  for (const payload of payloads) await enqueueJob(queue, tx, 'delete-files', payload, randomUUID())
}

/** Has files deleted whose rows were never written. Never throws: the sweep finds what could not be enqueued. */
export async function discardFiles(
  { database, queue }: { database: Database; queue: Queue },
  keys: readonly StorageKey[],
): Promise<void> {
  await database.transaction((tx) => enqueueDeletion(queue, tx, { keys })).catch(() => undefined)
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

  /** A row that still names a file keeps it: a commit whose answer was lost may have happened. */
  const deleteUnnamed = async (keys: readonly StorageKey[]): Promise<void> => {
    const named = await namedKeys(database.queries, keys)
    await storage.delete(keys.filter((key) => !named.has(key)))
  }

  return {
    /** Deletes what no row names; a repeat finds nothing left to do. */
    async delete({ keys, prefixes }: JobPayload<'delete-files'>, signal: AbortSignal): Promise<void> {
      await deleteUnnamed(keys)
      for (const prefix of prefixes) {
        let page: StorageKey[] = []
        for await (const { key } of storage.list(prefix)) {
          page.push(key)
          if (page.length < DELETE_MAX_KEYS) continue
          await deleteUnnamed(page)
          page = []
          signal.throwIfAborted()
        }
        await deleteUnnamed(page)
      }
    },
  }
}
