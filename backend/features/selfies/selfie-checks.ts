import { and, asc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { UNCHECKED_SELFIE_STATES, type RejectReason } from '#contract/selfies.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { enqueueDeletion, newKey } from '#backend/features/files/files-service.ts'
import {
  advancePerson,
  keepCoach,
  lockPerson,
  type PersonRow,
} from '#backend/features/persons/persons-service.ts'
import {
  createEarlyPreviews,
  dropPreviewOf,
  followSelfies,
} from '#backend/features/previews/previews-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Eye, SelfieVerdict } from '#backend/providers/eye/eye-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { selfieFolder } from './selfie-folder.ts'
import { selfieLifecycle } from './selfie-lifecycle.ts'

const { selfies } = tables

type SelfieRow = typeof selfies.$inferSelect

const CLEAN_IMAGE_MAX_BYTES = 64 * 1024 * 1024
/**
 * A check still open after this long lost its job, or failed in all attempts of it, and has another; after the second
 * bound it is given up. What a file does to its check is in its reading: what else fails is a busy machine's doing, or ours.
 */
const CHECK_LOST_MS = 5 * 60_000
const CHECK_GIVEN_UP_MS = 6 * 60 * 60_000

/** Reading and judging selfies, in jobs. */
export function createSelfieChecks(deps: {
  database: Database
  queue: Queue
  storage: Storage
  signer: Signer
  eye: Eye
}) {
  const { database, queue, storage, eye } = deps
  const { showEarly } = createEarlyPreviews(deps)

  /** Rejects a selfie that could not be read for hours. */
  const giveUpCheck = (selfieId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const [found] = await tx.select().from(selfies).where(eq(selfies.id, selfieId))
      // The person first, as every transaction does.
      if (!found || !(await lockPerson(tx, found.personId))) return
      const [row] = await tx.select().from(selfies).where(eq(selfies.id, selfieId)).for('update')
      if (!row || row.reading !== null || !selfieLifecycle.allows(row.state, 'rejected')) return
      const state = selfieLifecycle.next(row.state, 'rejected')
      await tx
        .update(selfies)
        .set({ state, reasons: ['unreadable'], imageKey: null, thumbnailKey: null, sizeBytes: 0 })
        .where(eq(selfies.id, selfieId))
      await dropPreviewOf(tx, queue, row.personId, selfieId)
      await tidySelfie(tx, queue, row)
    })

  return {
    giveUpCheck,

    /**
     * Reads one selfie, replaces the original by an image without metadata, and judges the person's selfies again.
     */
    async check(selfieId: string, signal: AbortSignal): Promise<void> {
      const selfie = await database.transaction((tx) => startCheck(tx, selfieId))
      if (!selfie) return
      const bytes = selfie.imageKey === null ? undefined : await storage.get(selfie.imageKey)
      if (!bytes) return giveUpCheck(selfieId)
      const { reading, image, thumbnail } = await eye.readSelfie(bytes, {
        signal,
        onSound: (draw) => showEarly(selfie, draw),
      })
      const folder = selfieFolder(selfie)
      const imageKey = image && newKey(folder, 'image', 'jpg')
      const thumbnailKey = thumbnail && newKey(folder, 'thumbnail', 'webp')
      if (imageKey) await storage.put(imageKey, image, CLEAN_IMAGE_MAX_BYTES)
      if (thumbnailKey) await storage.put(thumbnailKey, thumbnail, CLEAN_IMAGE_MAX_BYTES)
      const sizeBytes = (image?.byteLength ?? 0) + (thumbnail?.byteLength ?? 0)
      await database.transaction(async (tx) => {
        // Deletes the original, and files of an interrupted attempt; also this attempt's files if it came too late.
        await tidySelfie(tx, queue, selfie)
        const person = await lockPerson(tx, selfie.personId)
        const [current] = await tx.select().from(selfies).where(eq(selfies.id, selfieId)).for('update')
        if (!person || current?.state !== 'checking' || current.reading !== null) return
        await tx
          .update(selfies)
          .set({ reading, imageKey, thumbnailKey, sizeBytes })
          .where(eq(selfies.id, selfieId))
        await judge(tx, queue, person, eye)
        await dropImageOfRejected(tx, queue, selfieId, thumbnail?.byteLength ?? 0)
      })
    },

    /** Judges all read selfies of a person again, after one was removed. */
    judgeAnew: (personId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const person = await lockPerson(tx, personId)
        if (person) await judge(tx, queue, person, eye)
      }),

    /** Enqueues checks that lost their job, and ends those that are hopeless. */
    async reconcile(round: Reconciliation): Promise<void> {
      const before = (ms: number) => new Date(round.now.getTime() - ms)
      const where = and(
        inArray(selfies.state, UNCHECKED_SELFIE_STATES),
        lt(selfies.createdAt, before(CHECK_LOST_MS)),
      )
      const open = { name: 'selfies', table: selfies, at: selfies.createdAt, id: selfies.id, where }
      await reconcileRows(database.queries, round, open, ({ id, at }) =>
        at < before(CHECK_GIVEN_UP_MS)
          ? giveUpCheck(id)
          : database.transaction((tx) => enqueueJob(queue, tx, 'check-selfie', { selfieId: id })),
      )
    },
  }
}

/** Deletes the files in a selfie's folder that its row does not name. */
function tidySelfie(tx: Queries, queue: Queue, selfie: SelfieRow): Promise<void> {
  return enqueueDeletion(queue, tx, { prefixes: [`${selfieFolder(selfie)}/`] })
}

/** Reasons for which a selfie is refused because of other selfies: it may be accepted once they are gone. */
const BY_OTHERS: readonly RejectReason[] = ['duplicate', 'near_duplicate', 'other_person', 'several_people']

/** A selfie refused for what it shows itself is never used: only its thumbnail is needed, which says which one it was. */
async function dropImageOfRejected(
  tx: Queries,
  queue: Queue,
  selfieId: string,
  thumbnailBytes: number,
): Promise<void> {
  const [row] = await tx.select().from(selfies).where(eq(selfies.id, selfieId))
  if (row?.state !== 'rejected' || row.imageKey === null) return
  if (row.reasons.every((reason) => BY_OTHERS.includes(reason))) return
  await tx.update(selfies).set({ imageKey: null, sizeBytes: thumbnailBytes }).where(eq(selfies.id, selfieId))
  await enqueueDeletion(queue, tx, { keys: [row.imageKey] })
}

async function startCheck(tx: Queries, selfieId: string): Promise<SelfieRow | undefined> {
  const [row] = await tx.select().from(selfies).where(eq(selfies.id, selfieId)).for('update')
  if (!row || row.reading !== null || !selfieLifecycle.allows(row.state, 'check_started')) return undefined
  const state = selfieLifecycle.next(row.state, 'check_started')
  await tx.update(selfies).set({ state }).where(eq(selfies.id, selfieId))
  return { ...row, state }
}

/**
 * Applies the eye's verdict over everything read so far, and lets the person's coach, state and preview follow.
 */
async function judge(tx: Queries, queue: Queue, person: PersonRow, eye: Eye): Promise<void> {
  const rows = await tx
    .select({
      id: selfies.id,
      state: selfies.state,
      reasons: selfies.reasons,
      warnings: selfies.warnings,
      choice: selfies.choice,
      reading: selfies.reading,
    })
    .from(selfies)
    .where(and(eq(selfies.personId, person.id), isNotNull(selfies.reading)))
    .orderBy(asc(selfies.ordinal))
  const read = rows.flatMap(({ id, reading }) => (reading === null ? [] : [{ id, reading }]))
  const verdicts = eye.judgeSelfies(read)
  const byId = new Map<string, SelfieVerdict>(verdicts.map((verdict) => [verdict.id, verdict]))
  for (const row of rows) {
    const verdict = byId.get(row.id)
    if (!verdict) continue
    const state = selfieLifecycle.next(row.state, verdict.accepted ? 'accepted' : 'rejected')
    const { reasons, warnings } = verdict
    const same = state === row.state && sameWords(reasons, row.reasons) && sameWords(warnings, row.warnings)
    if (!same) await tx.update(selfies).set({ state, reasons, warnings }).where(eq(selfies.id, row.id))
  }
  const inUse = rows.flatMap(({ id, reading, choice }) => {
    const { accepted = false, quality = 0 } = byId.get(id) ?? {}
    const isUsed = accepted && choice !== 'left_out' && reading !== null
    return isUsed ? [{ id, reading, quality, isPreferred: choice === 'preferred' }] : []
  })
  await keepCoach(tx, person, eye.coachSelfies(inUse.map(({ reading }) => reading)))
  const event = inUse.length >= SELFIE_MIN_ACCEPTED ? 'selfies_sufficient' : 'selfies_insufficient'
  await followSelfies(tx, queue, await advancePerson(tx, person, event), inUse)
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join()
}
