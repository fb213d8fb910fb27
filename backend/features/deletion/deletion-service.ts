import { count, eq } from 'drizzle-orm'
import { dropBundles } from '#backend/features/bundles/bundles-service.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { forgetCares } from '#backend/features/payments/payments-service.ts'
import type { PersonRow } from '#backend/features/persons/persons-service.ts'
import { countShares } from '#backend/features/sharing/sharing-service.ts'
import { releaseTrainings } from '#backend/features/training/training-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

export { purgeBiometrics } from './purge-biometrics.ts'

const { persons, selfies } = tables

/** Counts of a deleted person's data, for the receipt. */
export interface DeletedPerson {
  personId: string
  selfieCount: number
  bundleCount: number
  headshotCount: number
  modelCount: number
  shareCount: number
}

/**
 * Deletes a locked person with all data, also while work is running: the rows now, files, models and engine jobs by
 * jobs that repeat until done. Paid bundles without delivery are refunded.
 */
export async function deletePerson(tx: Queries, queue: Queue, person: PersonRow): Promise<DeletedPerson> {
  const personId = person.id
  const dropped = await dropBundles(tx, queue, personId)
  const modelCount = await releaseTrainings(tx, queue, personId)
  const [taken] = await tx.select({ count: count() }).from(selfies).where(eq(selfies.personId, personId))
  const shareCount = await countShares(tx, personId)
  await forgetCares(tx, personId)
  await tx.delete(persons).where(eq(persons.id, personId))
  await enqueueDeletion(queue, tx, { prefixes: [`persons/${personId}/`] })
  return { personId, selfieCount: taken?.count ?? 0, modelCount, shareCount, ...dropped }
}
