import { eq } from 'drizzle-orm'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { advancePerson, keepCoach, type PersonRow } from '#backend/features/persons/persons-service.ts'
import { releaseTrainings } from '#backend/features/training/training-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { previews, retentions, selfies, trainings } = tables

/** Folders of a person with their original pictures and data derived from their face. */
const FOLDERS = ['selfies', 'previews', 'samples', 'models', 'prepared']

/**
 * Deletes a locked person's biometric data: selfies with their readings, preview, trainings and models, here and at
 * the engine. The person stays, with the headshots made so far, and may start again.
 */
export async function purgeBiometrics(tx: Queries, queue: Queue, person: PersonRow): Promise<void> {
  const { id: personId } = person
  await releaseTrainings(tx, queue, personId)
  await tx.delete(trainings).where(eq(trainings.personId, personId))
  await tx.delete(previews).where(eq(previews.personId, personId))
  await tx.delete(selfies).where(eq(selfies.personId, personId))
  await tx.delete(retentions).where(eq(retentions.personId, personId))
  await keepCoach(tx, person, null)
  await advancePerson(tx, person, 'selfies_dropped')
  await enqueueDeletion(queue, tx, {
    prefixes: FOLDERS.map((folder) => `persons/${personId}/${folder}/`),
  })
}
