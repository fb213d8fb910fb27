import { eq } from 'drizzle-orm'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { advancePerson, keepCoach, type PersonRow } from '#backend/features/persons/persons-service.ts'
import { releaseTrainings } from '#backend/features/training/training-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { previews, retentions, selfies, trainings } = tables

/** Folders of a person that hold their face as it came, and what was learned of it. */
const FOLDERS = ['selfies', 'previews', 'samples', 'models', 'prepared']

/**
 * Deletes what a locked person's face is known by: selfies with their readings, preview, trainings and models, here and at
 * the engine. The person stays, with the headshots made so far, and may begin anew.
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
