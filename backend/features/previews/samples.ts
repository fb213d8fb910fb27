import { and, count, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { UNCHECKED_SELFIE_STATES } from '#contract/selfies.ts'
import { StudioStyleId, type StyleId } from '#contract/styles.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { discardFiles, enqueueDeletion, newKey } from '#backend/features/files/files-service.ts'
import { recordGenerated } from '#backend/features/provenance/provenance-service.ts'
import { lockPerson } from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { NoFaceError, type Eye } from '#backend/providers/eye/eye-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { previews, selfies, styleSamples } = tables

const SAMPLE_MAX_BYTES = 1024 * 1024
/** Samples still wanted after this long lost their job; after the second bound they are given up. */
const LOST_MS = 3 * 60_000
const GIVEN_UP_MS = 30 * 60_000

export interface ShownSamples {
  /** Signed addresses; a style without one has none yet. */
  urls: Map<StyleId, string>
  areComing: boolean
}

/**
 * Has the samples of a locked preview made, if they are wanted and all selfies are checked: until then every hand is
 * needed for those, and a better one may come.
 */
export async function startSamples(tx: Queries, queue: Queue, personId: string): Promise<void> {
  const [row] = await tx.select().from(previews).where(eq(previews.personId, personId))
  if (row?.state !== 'ready' || row.samplesWantedAt === null || row.shownSelfieId === null) return
  const unchecked = and(eq(selfies.personId, personId), inArray(selfies.state, UNCHECKED_SELFIE_STATES))
  const [left] = await tx.select({ count: count() }).from(selfies).where(unchecked)
  if (left?.count) return
  await enqueueJob(queue, tx, 'make-samples', { personId, selfieId: row.shownSelfieId })
}

/** Takes the samples of a locked person away. */
export async function dropSamples(tx: Queries, queue: Queue, personId: string): Promise<void> {
  const gone = await tx
    .delete(styleSamples)
    .where(eq(styleSamples.personId, personId))
    .returning({ imageKey: styleSamples.imageKey })
  await enqueueDeletion(queue, tx, { keys: gone.map(({ imageKey }) => imageKey) })
}

/** A person's samples as their owner sees them. */
export async function showSamples(
  queries: Queries,
  storage: Storage,
  personId: string,
): Promise<ShownSamples> {
  const rows = await queries
    .select({
      state: previews.state,
      wantedAt: previews.samplesWantedAt,
      styleId: styleSamples.styleId,
      imageKey: styleSamples.imageKey,
    })
    .from(previews)
    .leftJoin(styleSamples, eq(styleSamples.personId, previews.personId))
    .where(eq(previews.personId, personId))
  const signed = rows.map(async ({ styleId, imageKey }) =>
    styleId === null || imageKey === null
      ? []
      : [[styleId, await storage.signUrl(imageKey, { mediaType: 'image/jpeg' })] as const],
  )
  const [first] = rows
  return {
    urls: new Map((await Promise.all(signed)).flat()),
    areComing: first !== undefined && (first.state === 'making' || first.wantedAt !== null),
  }
}

/** The person in each style, small and marked, made from the selfie their preview shows. */
export function createSamples(deps: { database: Database; queue: Queue; storage: Storage; eye: Eye }) {
  const { database, queue, storage, eye } = deps

  const isWanted = (personId: string, selfieId: string) =>
    and(
      eq(previews.personId, personId),
      eq(previews.shownSelfieId, selfieId),
      isNotNull(previews.samplesWantedAt),
    )

  /** The samples shown before stay. */
  const giveUpSamples = async (personId: string, selfieId: string): Promise<void> => {
    await database.queries.update(previews).set({ samplesWantedAt: null }).where(isWanted(personId, selfieId))
  }

  return {
    giveUpSamples,

    /** Makes a sample of each style from this selfie, while the preview shows it. A repeat changes nothing. */
    async makeSamples(personId: string, selfieId: string, signal: AbortSignal): Promise<void> {
      const [wanted] = await database.queries
        .select({ imageKey: selfies.imageKey })
        .from(previews)
        .innerJoin(selfies, eq(selfies.id, previews.shownSelfieId))
        .where(isWanted(personId, selfieId))
      if (!wanted?.imageKey) return
      const bytes = await storage.get(wanted.imageKey)
      if (!bytes) throw new Error(`no file at ${wanted.imageKey}`)
      const made = await eye.samples(bytes, StudioStyleId.options, { signal }).catch((error: unknown) => {
        if (error instanceof NoFaceError) return undefined
        throw error
      })
      if (!made) return giveUpSamples(personId, selfieId)

      const rows = StudioStyleId.options.flatMap((styleId, index) => {
        const sample = made[index]
        const imageKey = newKey(`persons/${personId}/samples`, styleId, 'jpg')
        return sample ? [{ personId, styleId, imageKey, sha256: sample.sha256, image: sample.image }] : []
      })
      for (const { imageKey, image } of rows) await storage.put(imageKey, image, SAMPLE_MAX_BYTES)
      const isKept = await database.transaction(async (tx) => {
        await lockPerson(tx, personId)
        const [row] = await tx.select().from(previews).where(isWanted(personId, selfieId)).for('update')
        // Another picture is shown by now, or another run was first.
        if (!row) return false
        await dropSamples(tx, queue, personId)
        await tx.insert(styleSamples).values(rows.map(({ image: _image, ...kept }) => kept))
        await tx.update(previews).set({ samplesWantedAt: null }).where(eq(previews.personId, personId))
        for (const { sha256 } of rows) await recordGenerated(tx, 'preview', sha256)
        return true
      })
      const keys = rows.map(({ imageKey }) => imageKey)
      if (!isKept) await discardFiles({ database, queue }, keys)
    },

    /** Enqueues samples that lost their job, and ends those that are hopeless. */
    async reconcileSamples(round: Reconciliation): Promise<void> {
      const before = (ms: number) => new Date(round.now.getTime() - ms)
      const where = and(isNotNull(previews.samplesWantedAt), lt(previews.samplesWantedAt, before(LOST_MS)))
      const open = { name: 'samples', table: previews, at: previews.updatedAt, id: previews.personId, where }
      await reconcileRows(database.queries, round, open, ({ id: personId }) =>
        database.transaction(async (tx) => {
          await lockPerson(tx, personId)
          const [row] = await tx.select().from(previews).where(eq(previews.personId, personId)).for('update')
          const { samplesWantedAt, shownSelfieId } = row ?? {}
          if (!samplesWantedAt || !shownSelfieId) return
          if (samplesWantedAt >= before(GIVEN_UP_MS)) return startSamples(tx, queue, personId)
          await tx.update(previews).set({ samplesWantedAt: null }).where(eq(previews.personId, personId))
        }),
      )
    },
  }
}
