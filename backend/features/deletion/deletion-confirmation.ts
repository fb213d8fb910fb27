import { eq } from 'drizzle-orm'
import { companiesOf, type Processing } from '#contract/processing.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { countFiles, type Files } from '#backend/features/files/files-service.ts'
import { enqueueMail } from '#backend/features/mail/mail-service.ts'
import { askForReview, closeReview } from '#backend/features/review/review-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { ModelRef, type Engine } from '#backend/providers/engine/engine-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { personDeletionLifecycle } from './deletion-lifecycle.ts'

const { personDeletions } = tables

/** Seeing deletions of persons to their end, in jobs. */
export function createPersonDeletion(deps: {
  database: Database
  queue: Queue
  storage: Storage
  engine: Pick<Engine, 'deleteModel'>
  files: Pick<Files, 'delete'>
  processing: Processing
}) {
  const { database, queue, storage, engine, files, processing } = deps
  return {
    /**
     * Deletes remaining data, and sends the receipt once none is left.
     * @throws when data is left: a running job may have written it
     */
    async confirm(deletionId: string, signal: AbortSignal): Promise<void> {
      const [row] = await database.queries
        .select()
        .from(personDeletions)
        .where(eq(personDeletions.id, deletionId))
      if (row?.state !== 'requested' || row.personId === null) return
      for (const model of ModelRef.array().parse(row.models)) {
        signal.throwIfAborted()
        await engine.deleteModel(model)
      }
      const folder = `persons/${row.personId}/`
      await files.delete({ keys: [], prefixes: [folder] }, signal)
      if ((await countFiles(storage, folder)) > 0) throw new Error(`files are left of deletion ${deletionId}`)
      await database.transaction(async (tx) => {
        const [held] = await tx
          .select()
          .from(personDeletions)
          .where(eq(personDeletions.id, deletionId))
          .for('update')
        if (!held || !personDeletionLifecycle.allows(held.state, 'confirmed')) return
        const state = personDeletionLifecycle.next(held.state, 'confirmed')
        const finishedAt = new Date()
        await tx
          .update(personDeletions)
          .set({ state, finishedAt, personId: null, models: [] })
          .where(eq(personDeletions.id, deletionId))
        await closeReview(tx, 'deletion_unconfirmed', deletionId)
        await enqueueMail(queue, tx, {
          template: 'deletion-receipt',
          to: { uid: held.uid },
          occasion: `deletion-receipt:${deletionId}`,
          data: {
            scope: 'person',
            requestedAt: held.createdAt.toISOString(),
            finishedAt: finishedAt.toISOString(),
            counts: {
              persons: 1,
              selfies: held.selfieCount,
              headshots: held.headshotCount,
              models: held.modelCount,
              shares: held.shareCount,
              files: held.fileCount,
            },
            keptPaymentCount: held.keptPaymentCount,
            companies: companiesOf(processing),
          },
        })
      })
    },

    /** After the last attempt: the clock goes on, and a person sees it. */
    giveUp: (deletionId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const [row] = await tx.select().from(personDeletions).where(eq(personDeletions.id, deletionId))
        if (row?.state !== 'requested') return
        await askForReview(tx, { kind: 'deletion_unconfirmed', subject: deletionId, detail: 'a person' })
      }),

    /** Continues every unconfirmed deletion. */
    async reconcile(round: Reconciliation): Promise<void> {
      const where = eq(personDeletions.state, 'requested')
      const { createdAt: at, id } = personDeletions
      const open = { name: 'person deletions', table: personDeletions, at, id, where }
      await reconcileRows(database.queries, round, open, ({ id: deletionId }) =>
        database.transaction((tx) => enqueueJob(queue, tx, 'confirm-person-deletion', { deletionId })),
      )
    },
  }
}
