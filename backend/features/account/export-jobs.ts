import { Readable } from 'node:stream'
import { and, eq, lt } from 'drizzle-orm'
import { EXPORT_KEPT_DAYS } from '#contract/account.ts'
import type { Processing } from '#contract/processing.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { zipOf, type ArchiveMember } from '#backend/features/archive.ts'
import { lockUser } from '#backend/features/credits/credits-service.ts'
import { discardFiles, enqueueDeletion, newKey } from '#backend/features/files/files-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { exportOf as exportShares } from '#backend/features/sharing/sharing-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Identity } from '#backend/providers/identity/identity-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { fileKeysOf, rowsOf, SUBJECTS } from './export-contents.ts'
import { exportFolder } from './account-exports.ts'
import { exportLifecycle } from './account-lifecycle.ts'

const { dataExports } = tables

const EXPORT_MAX_BYTES = 50 * 2 ** 30
const KEPT_MS = EXPORT_KEPT_DAYS * 24 * 3_600_000

type ExportRow = typeof dataExports.$inferSelect

/** Writes exports, in jobs. An interrupted one is written again under another key. */
export function createExportWork(deps: {
  database: Database
  queue: Queue
  storage: Storage
  identity: Pick<Identity, 'lookUp'>
  /** The places where pictures are processed and kept. */
  processing: Processing
}) {
  const { database, queue, storage, identity, processing } = deps

  const membersOf = async (uid: string, madeAt: Date): Promise<ArchiveMember[]> => {
    const { queries } = database
    const json = (name: string, rows: () => AsyncIterable<unknown>) => ({
      name: `${name}.json`,
      madeAt,
      source: () => Readable.from(asJson(rows())),
    })
    const known = await identity.lookUp(uid)
    const keys = await fileKeysOf(queries, uid)
    return [
      json('account', () => Readable.from([{ uid, ...known }])),
      ...SUBJECTS.map((subject) => json(subject.name, () => rowsOf(queries, subject, uid))),
      json('processing', () => Readable.from([processing])),
      json('shared_links', async function* () {
        yield* await exportShares(queries, uid)
      }),
      ...keys.map((key) => ({ name: `files/${key}`, source: key, madeAt })),
    ]
  }

  /** False when the export is no longer needed. */
  const keep = (row: ExportRow, archiveKey: string, sizeBytes: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      // The user first, as the deletion of an account does: neither waits for the other in turn.
      await lockUser(tx, row.uid)
      const held = await lockExport(tx, row.id)
      if (!held || !exportLifecycle.allows(held.state, 'written')) return false
      const state = exportLifecycle.next(held.state, 'written')
      const expiresAt = new Date(Date.now() + KEPT_MS)
      await tx
        .update(dataExports)
        .set({ state, archiveKey, sizeBytes, expiresAt })
        .where(eq(dataExports.id, row.id))
      await enqueueMail(queue, tx, {
        template: 'export-ready',
        to: { uid: row.uid },
        occasion: `export-ready:${row.id}`,
        data: { validUntil: expiresAt.toISOString() },
      })
      return true
    })

  return {
    async make(exportId: string, signal: AbortSignal): Promise<void> {
      const [row] = await database.queries.select().from(dataExports).where(eq(dataExports.id, exportId))
      if (row?.state !== 'making') return
      const key = newKey(exportFolder(exportId), 'everything', 'zip')
      const members = await membersOf(row.uid, new Date())
      const { sizeBytes } = await storage.put(key, zipOf(storage, members, signal), EXPORT_MAX_BYTES)
      if (!(await keep(row, key, sizeBytes))) await discardFiles(deps, [key])
    },

    async giveUp(exportId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const held = await lockExport(tx, exportId)
        if (!held || !exportLifecycle.allows(held.state, 'fail')) return
        const state = exportLifecycle.next(held.state, 'fail')
        await tx.update(dataExports).set({ state }).where(eq(dataExports.id, exportId))
      })
    },

    /** Enqueues exports that lost their job. */
    async reconcile(round: Reconciliation): Promise<void> {
      const open = { ...rowsAt(dataExports.createdAt), where: eq(dataExports.state, 'making') }
      await reconcileRows(database.queries, round, open, ({ id: exportId }) =>
        database.transaction((tx) => enqueueJob(queue, tx, 'make-export', { exportId })),
      )
    },

    /** Deletes exports whose time is over, with their file. */
    async expire(round: Reconciliation): Promise<void> {
      const old = { ...rowsAt(dataExports.expiresAt), where: lt(dataExports.expiresAt, round.now) }
      await reconcileRows(database.queries, round, old, ({ id }) =>
        database.transaction(async (tx) => {
          const isOld = and(eq(dataExports.id, id), lt(dataExports.expiresAt, round.now))
          const gone = await tx.delete(dataExports).where(isOld).returning({ id: dataExports.id })
          if (gone.length > 0) await enqueueDeletion(queue, tx, { prefixes: [`${exportFolder(id)}/`] })
        }),
      )
    },
  }
}

const rowsAt = <A extends typeof dataExports.createdAt | typeof dataExports.expiresAt>(at: A) => ({
  name: 'exports',
  table: dataExports,
  at,
  id: dataExports.id,
})

async function lockExport(tx: Queries, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.select().from(dataExports).where(eq(dataExports.id, id)).for('update')
  return row
}

/** A list, written row by row. */
async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let between = '[\n'
  for await (const row of rows) {
    yield `${between}${JSON.stringify(row, null, 1)}`
    between = ',\n'
  }
  yield between === '[\n' ? '[]\n' : '\n]\n'
}
