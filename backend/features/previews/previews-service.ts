import { and, eq, lt } from 'drizzle-orm'
import { PREVIEW_STYLE, type Preview } from '#contract/previews.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { recordGenerated } from '#backend/features/provenance/provenance-service.ts'
import { lockPerson, takesSelfies, type PersonRow } from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { NoFaceError, type Eye } from '#backend/providers/eye/eye-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { isInCheck, keysOf, lockPreview, storePreview, type PreviewRow } from './preview-records.ts'
import { choosePreviewSelfie, type Candidate } from './preview-choice.ts'
import { previewLifecycle } from './preview-lifecycle.ts'
import { createSamples, dropSamples, startSamples } from './samples.ts'

export { createEarlyPreviews } from './early-preview.ts'
export { showSamples } from './samples.ts'

const { previews, selfies } = tables

/** A preview still in the making after this long has lost its job; after the second limit it is given up. */
const LOST_MS = 3 * 60_000
const GIVEN_UP_MS = 30 * 60_000
const NO_IMAGE = {
  shownSelfieId: null,
  imageKey: null,
  width: null,
  height: null,
  sha256: null,
  samplesWantedAt: null,
}

/**
 * Updates the preview of a locked person after its selfies in use have changed: made from the first one, again from a
 * clearly better or preferred one, deleted with the last. A picture of a refused selfie is no longer shown, because
 * it may show a stranger. An early one stays until its own selfie is judged, or a better preview exists.
 */
export async function followSelfies(
  tx: Queries,
  queue: Queue,
  person: PersonRow,
  inUse: readonly Candidate[],
): Promise<void> {
  // A trained person has headshots instead.
  if (person.state === 'trained' || !takesSelfies(person)) return
  const row = await lockPreview(tx, person.id)
  const chosen = choosePreviewSelfie(inUse, row)
  if (!chosen) {
    if (row && (await isInCheck(tx, row.selfieId))) return
    await dropSamples(tx, queue, person.id)
    await tx.delete(previews).where(eq(previews.personId, person.id))
    return enqueueDeletion(queue, tx, { keys: keysOf(row) })
  }
  const shownId = row?.shownSelfieId
  const isShownUsed = !shownId || inUse.some(({ id }) => id === shownId)
  if (!isShownUsed && !(await isInCheck(tx, shownId))) {
    await dropSamples(tx, queue, person.id)
    await tx.update(previews).set(NO_IMAGE).where(eq(previews.personId, person.id))
    await enqueueDeletion(queue, tx, { keys: keysOf(row) })
  }
  // A preview still in the making may be an early one: its job is enqueued, or exists already.
  if (row?.selfieId === chosen.id && row.state !== 'making') return startSamples(tx, queue, person.id)
  const values = {
    state: row ? previewLifecycle.next(row.state, 'wanted') : ('making' as const),
    selfieId: chosen.id,
    quality: chosen.quality,
    wantedAt: new Date(),
  }
  await tx
    .insert(previews)
    .values({ personId: person.id, ...values })
    .onConflictDoUpdate({ target: previews.personId, set: values })
  await enqueueJob(queue, tx, 'make-preview', { personId: person.id, selfieId: chosen.id })
}

/** Deletes the preview made from a selfie that is removed, of a locked person; the next verdict chooses another. */
export async function dropPreviewOf(
  tx: Queries,
  queue: Queue,
  personId: string,
  selfieId: string,
): Promise<void> {
  const row = await lockPreview(tx, personId)
  if (row?.selfieId !== selfieId && row?.shownSelfieId !== selfieId) return
  await dropSamples(tx, queue, personId)
  if (row.selfieId === selfieId) await tx.delete(previews).where(eq(previews.personId, personId))
  else await tx.update(previews).set(NO_IMAGE).where(eq(previews.personId, personId))
  await enqueueDeletion(queue, tx, { keys: keysOf(row) })
}

/** A preview as its owner sees it. */
export async function showPreview(row: PreviewRow, storage: Storage): Promise<Preview> {
  const { state, imageKey, shownSelfieId, width, height } = row
  const image = imageKey !== null &&
    shownSelfieId !== null &&
    width !== null &&
    height !== null && {
      url: await storage.signUrl(imageKey, { mediaType: 'image/jpeg' }),
      selfieId: shownSelfieId,
      width,
      height,
    }
  return { state, styleId: PREVIEW_STYLE, image: image || null }
}

export function createPreviews(deps: {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  eye: Eye
}) {
  const { database, queue, storage, signer, eye } = deps
  const samples = createSamples(deps)

  /** Ends a preview that no attempt could make; the one shown before stays. */
  const giveUp = (personId: string, selfieId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await lockPreview(tx, personId)
      if (row?.selfieId === selfieId && previewLifecycle.allows(row.state, 'failed')) await fail(tx, row)
    })

  return {
    ...samples,
    giveUp,

    /** Makes the preview from this selfie, unless another one was chosen since. A repeat changes nothing. */
    async make(personId: string, selfieId: string, signal: AbortSignal): Promise<void> {
      const [wanted] = await database.queries
        .select({ imageKey: selfies.imageKey })
        .from(previews)
        .innerJoin(selfies, eq(selfies.id, previews.selfieId))
        .where(
          and(
            eq(previews.personId, personId),
            eq(previews.selfieId, selfieId),
            eq(previews.state, 'making'),
            eq(selfies.state, 'accepted'),
          ),
        )
      if (!wanted?.imageKey) return
      const bytes = await storage.get(wanted.imageKey)
      if (!bytes) throw new Error(`no file at ${wanted.imageKey}`)
      const made = await eye.preview(bytes, PREVIEW_STYLE, { signal }).catch((error: unknown) => {
        if (error instanceof NoFaceError) return undefined
        throw error
      })
      if (!made) return giveUp(personId, selfieId)

      const picture = await storePreview({ storage, signer }, { personId, selfieId }, made)
      await database.transaction(async (tx) => {
        await lockPerson(tx, personId)
        const row = await lockPreview(tx, personId)
        // Another selfie is wanted by now, or another run was first.
        if (row?.selfieId !== selfieId || !previewLifecycle.allows(row.state, 'made')) {
          return enqueueDeletion(queue, tx, { keys: [picture.imageKey] })
        }
        const state = previewLifecycle.next(row.state, 'made')
        await tx
          .update(previews)
          .set({ state, shownSelfieId: selfieId, ...picture, samplesWantedAt: new Date() })
          .where(eq(previews.personId, personId))
        await recordGenerated(tx, 'preview', picture.sha256)
        await enqueueDeletion(queue, tx, { keys: keysOf(row) })
        await startSamples(tx, queue, personId)
      })
    },

    /** Enqueues previews that lost their job, and ends those that are hopeless. */
    async reconcile(round: Reconciliation): Promise<void> {
      const before = (ms: number) => new Date(round.now.getTime() - ms)
      const where = and(eq(previews.state, 'making'), lt(previews.wantedAt, before(LOST_MS)))
      const open = { name: 'previews', table: previews, at: previews.wantedAt, id: previews.personId, where }
      await reconcileRows(database.queries, round, open, ({ id: personId }) =>
        database.transaction(async (tx) => {
          const row = await lockPreview(tx, personId)
          if (row?.state !== 'making') return
          if (row.wantedAt < before(GIVEN_UP_MS)) await fail(tx, row)
          else await enqueueJob(queue, tx, 'make-preview', { personId, selfieId: row.selfieId })
        }),
      )
      await samples.reconcileSamples(round)
    },
  }
}

async function fail(tx: Queries, row: PreviewRow): Promise<void> {
  const state = previewLifecycle.next(row.state, 'failed')
  await tx.update(previews).set({ state }).where(eq(previews.personId, row.personId))
}
