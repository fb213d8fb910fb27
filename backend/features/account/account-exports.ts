import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { DataExport } from '#contract/account.ts'
import { BRAND } from '#contract/brand.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { dataExports, users } = tables

/** One that is not made by then never will be. */
const MAKING_MS = 24 * 3_600_000

type ExportRow = typeof dataExports.$inferSelect

/** Storage folder of one export. */
export function exportFolder(exportId: string): string {
  return `exports/${exportId}`
}

/** Requests for an export of all stored data; `createExportWork` makes it. */
export function createExports(deps: { database: Database; queue: Queue; storage: Storage }) {
  const { database, queue, storage } = deps

  const show = async (row: ExportRow): Promise<DataExport> => {
    const { archiveKey, state, sizeBytes } = row
    const url = { mediaType: 'application/zip', downloadName: `${BRAND.toLowerCase()}.zip` }
    return {
      state,
      sizeBytes,
      requestedAt: row.createdAt.toISOString(),
      downloadUrl: archiveKey === null ? null : await storage.signUrl(archiveKey, url),
      validUntil: state === 'ready' ? row.expiresAt.toISOString() : null,
    }
  }

  const readOne = async (uid: string): Promise<ExportRow | undefined> => {
    const [row] = await database.queries.select().from(dataExports).where(eq(dataExports.uid, uid))
    return row
  }

  return {
    /** The latest, unless its time is over. */
    async latest(uid: string): Promise<DataExport | null> {
      const row = await readOne(uid)
      return row && row.expiresAt > new Date() ? show(row) : null
    },

    /** Has a new one made in place of an earlier one; while one is made, that is the answer. */
    async request(uid: string): Promise<DataExport> {
      const row = await database.transaction(async (tx) => {
        await tx.insert(users).values({ uid }).onConflictDoNothing()
        // Two at once take turns here.
        await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
        const [before] = await tx.select().from(dataExports).where(eq(dataExports.uid, uid)).for('update')
        if (before?.state === 'making' && before.expiresAt > new Date()) return before
        if (before) {
          await tx.delete(dataExports).where(eq(dataExports.id, before.id))
          await enqueueDeletion(queue, tx, { prefixes: [`${exportFolder(before.id)}/`] })
        }
        const id = randomUUID()
        const expiresAt = new Date(Date.now() + MAKING_MS)
        const [made] = await tx
          .insert(dataExports)
          .values({ id, uid, state: 'making', expiresAt })
          .returning()
        if (!made) throw new Error('the database returned no export')
        await enqueueJob(queue, tx, 'make-export', { exportId: id })
        return made
      })
      return show(row)
    },
  }
}
