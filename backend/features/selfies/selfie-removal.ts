import { and, count, eq } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { advancePerson, lockOwnPerson, selfieInUse } from '#backend/features/persons/persons-service.ts'
import { dropPreviewOf } from '#backend/features/previews/previews-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { selfieFolder } from './selfie-folder.ts'

const { selfies } = tables

/** Taking selfies away. */
export function createSelfieRemoval(deps: { database: Database; queue: Queue }) {
  const { database, queue } = deps
  return {
    /**
     * Removes a selfie with its files and the preview made from it; a job judges the others again, because one may
     * have been refused because of it.
     * @throws ProductError person_not_found, selfie_not_found, person_busy while a training needs it
     */
    remove(uid: string, personId: string, selfieId: string): Promise<void> {
      return database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        const own = and(eq(selfies.id, selfieId), eq(selfies.personId, personId))
        const [selfie] = await tx.select().from(selfies).where(own).for('update')
        if (!selfie) throw new ProductError('selfie_not_found')
        if (person.state === 'training') throw new ProductError('person_busy')
        await dropPreviewOf(tx, queue, personId, selfieId)
        await tx.delete(selfies).where(own)
        await enqueueDeletion(queue, tx, { prefixes: [`${selfieFolder(selfie)}/`] })
        const inUse = and(eq(selfies.personId, personId), selfieInUse)
        const [left] = await tx.select({ count: count() }).from(selfies).where(inUse)
        const isEnough = (left?.count ?? 0) >= SELFIE_MIN_ACCEPTED
        await advancePerson(tx, person, isEnough ? 'selfies_sufficient' : 'selfies_insufficient')
        await enqueueJob(queue, tx, 'judge-selfies', { personId }, `${personId}:${selfieId}`)
      })
    },
  }
}
