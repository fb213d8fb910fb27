import { randomUUID } from 'node:crypto'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { countFiles } from '#backend/features/files/files-service.ts'
import { countPayments } from '#backend/features/payments/payments-service.ts'
import { findPerson, lockOwnPerson } from '#backend/features/persons/persons-service.ts'
import { modelsOf } from '#backend/features/training/training-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { deletePerson } from './deletion-service.ts'

const { personDeletions } = tables

/** Requests to delete single persons; `createPersonDeletion` checks that no data is left. */
export function createPersonDeletionRequests(deps: { database: Database; queue: Queue; storage: Storage }) {
  const { database, queue, storage } = deps
  return {
    /**
     * Deletes the rows at once and the rest by jobs; `alsoWithin` is called in the same transaction.
     * @throws ProductError person_not_found
     */
    async remove(
      uid: string,
      personId: string,
      alsoWithin?: (tx: Queries, receiptId: string) => Promise<void>,
    ): Promise<{ receiptId: string }> {
      await findPerson(database.queries, uid, personId)
      const fileCount = await countFiles(storage, `persons/${personId}/`)
      const receiptId = randomUUID()
      await database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        const models = await modelsOf(tx, personId)
        const keptPaymentCount = await countPayments(tx, { personId })
        const { selfieCount, headshotCount, modelCount, shareCount } = await deletePerson(tx, queue, person)
        await tx.insert(personDeletions).values({
          id: receiptId,
          uid,
          personId,
          state: 'requested',
          models,
          fileCount,
          selfieCount,
          headshotCount,
          modelCount,
          shareCount,
          keptPaymentCount,
        })
        await enqueueJob(queue, tx, 'confirm-person-deletion', { deletionId: receiptId })
        await alsoWithin?.(tx, receiptId)
      })
      return { receiptId }
    },
  }
}
