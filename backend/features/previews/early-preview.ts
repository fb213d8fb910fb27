import { eq } from 'drizzle-orm'
import { PREVIEW_STYLE } from '#contract/previews.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { lockPerson, takesSelfies } from '#backend/features/persons/persons-service.ts'
import { recordGenerated } from '#backend/features/provenance/provenance-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import type { OnSound } from '#backend/providers/eye/eye-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { lockPreview, storePreview } from './preview-records.ts'

const { previews } = tables

interface SelfieInCheck {
  id: string
  personId: string
}

/** Makes the first picture a person sees of themselves, while its selfie is still being judged. */
export function createEarlyPreviews(deps: {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
}) {
  const { database, queue } = deps

  /** The first selfie of a person without a preview gets one. */
  const begin = ({ id: selfieId, personId }: SelfieInCheck): Promise<boolean> =>
    database.transaction(async (tx) => {
      const person = await lockPerson(tx, personId)
      if (!person || person.state === 'trained' || !takesSelfies(person)) return false
      const values = { personId, selfieId, state: 'making', quality: 0, wantedAt: new Date() } as const
      const begun = await tx.insert(previews).values(values).onConflictDoNothing().returning()
      return begun.length > 0
    })

  /** Stores the early preview. The verdict on its selfie replaces or deletes it: see `followSelfies`. */
  const showEarly = async (selfie: SelfieInCheck, draw: Parameters<OnSound>[0]): Promise<void> => {
    const { id: selfieId, personId } = selfie
    if (!(await begin(selfie))) return
    // A failure here has no effect on the selfie, nor on the later preview.
    const made = await draw(PREVIEW_STYLE).catch(() => null)
    if (!made) return
    const picture = await storePreview(deps, { personId, selfieId }, made)
    await database.transaction(async (tx) => {
      await lockPerson(tx, personId)
      const row = await lockPreview(tx, personId)
      if (row?.selfieId !== selfieId || row.state !== 'making' || row.imageKey !== null)
        return enqueueDeletion(queue, tx, { keys: [picture.imageKey] })
      await tx
        .update(previews)
        .set({ shownSelfieId: selfieId, ...picture })
        .where(eq(previews.personId, personId))
      await recordGenerated(tx, 'preview', picture.sha256)
    })
  }
  return { showEarly }
}
