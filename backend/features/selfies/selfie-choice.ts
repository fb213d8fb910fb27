import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Selfie, SelfieChoice } from '#contract/selfies.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { lockOwnPerson, selfieInUse } from '#backend/features/persons/persons-service.ts'
import { dropPreviewOf } from '#backend/features/previews/previews-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { SHOWN, showSelfie } from './selfie-records.ts'

const { selfies } = tables

/** The owner's choice of selfies: preferred, left out, or neither. */
export function createSelfieChoice(deps: { database: Database; queue: Queue; storage: Storage }) {
  const { database, queue, storage } = deps
  return {
    /**
     * Sets the choice of one selfie; a later choice replaces it. A job updates coach and preview; bundles and re-rolls that
     * start later use the new choice.
     * @throws ProductError person_not_found, selfie_not_found, selfie_refused, selfies_needed where too few would be left,
     * person_busy while a training needs it
     */
    async choose(uid: string, personId: string, selfieId: string, choice: SelfieChoice): Promise<Selfie> {
      const row = await database.transaction(async (tx) => {
        const person = await lockOwnPerson(tx, uid, personId)
        const own = and(eq(selfies.id, selfieId), eq(selfies.personId, personId))
        const [selfie] = await tx.select(SHOWN).from(selfies).where(own).for('update')
        if (!selfie) throw new ProductError('selfie_not_found')
        if (selfie.choice === choice) return selfie
        if (selfie.state !== 'accepted') throw new ProductError('selfie_refused')
        if (person.state === 'training') throw new ProductError('person_busy')
        if (choice === 'left_out') {
          if ((await countInUse(tx, personId)) <= SELFIE_MIN_ACCEPTED)
            throw new ProductError('selfies_needed')
          await dropPreviewOf(tx, queue, personId, selfieId)
        }
        await tx.update(selfies).set({ choice }).where(own)
        await enqueueJob(queue, tx, 'judge-selfies', { personId }, `${personId}:${randomUUID()}`)
        return { ...selfie, choice }
      })
      return showSelfie(storage, row)
    },
  }
}

async function countInUse(tx: Queries, personId: string): Promise<number> {
  const [held] = await tx
    .select({ count: count() })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), selfieInUse))
  return held?.count ?? 0
}
