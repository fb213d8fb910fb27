import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, isNotNull, lt, inArray, max } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_ACCEPTED, SELFIE_MAX_UPLOADED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { RefusedFile } from '#contract/persons.ts'
import type { Selfie, SelfieCoach } from '#contract/selfies.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import {
  advancePerson,
  assertRoomForPerson,
  createPerson,
  findPerson,
  lockOwnPerson,
  lockPerson,
  takesSelfies,
  type NewPerson,
  type PersonRow,
} from '#backend/features/persons/service.ts'
import { followSelfies } from '#backend/features/previews/service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { Engine, SelfieVerdict } from '#backend/providers/engine/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { displayName, storeUpload, type IncomingFile } from './intake.ts'
import { selfieLifecycle } from './lifecycle.ts'

const { selfies } = tables

const CLEAN_IMAGE_MAX_BYTES = 64 * 1024 * 1024
/** A check still open after this long lost its job; after the second bound it is given up. */
const CHECK_LOST_MS = 5 * 60_000
const CHECK_GIVEN_UP_MS = 60 * 60_000

type SelfieRow = typeof selfies.$inferSelect
type ShownSelfie = Pick<SelfieRow, 'id' | 'fileName' | 'state' | 'reasons' | 'thumbnailKey' | 'createdAt'>

interface StoredUpload {
  id: string
  fileName: string
  imageKey: string
  sizeBytes: number
}

export type Selfies = ReturnType<typeof createSelfies>

export function createSelfies(deps: { database: Database; queue: Queue; storage: Storage; engine: Engine }) {
  const { database, queue, storage, engine } = deps

  const show = (row: ShownSelfie): Selfie => ({
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    reasons: row.reasons,
    thumbnailUrl: row.thumbnailKey && storage.signUrl(row.thumbnailKey, { mediaType: 'image/webp' }),
    receivedAt: row.createdAt.toISOString(),
  })

  const store = async (personId: string, file: IncomingFile): Promise<StoredUpload> => {
    const id = randomUUID()
    const imageKey = `${selfieFolder(personId, id)}/original`
    const { sizeBytes } = await storeUpload(storage, imageKey, file)
    return { id, fileName: displayName(file.fileName), imageKey, sizeBytes }
  }

  /** Rows and their jobs, for files that are in storage. */
  const commit = async (tx: Queries, person: PersonRow, uploads: StoredUpload[]): Promise<SelfieRow[]> => {
    await advancePerson(tx, person, 'selfie_received')
    const [last] = await tx
      .select({ ordinal: max(selfies.ordinal) })
      .from(selfies)
      .where(eq(selfies.personId, person.id))
    const first = (last?.ordinal ?? -1) + 1
    const rows = await tx
      .insert(selfies)
      .values(
        uploads.map((u, i) => ({
          ...u,
          personId: person.id,
          state: 'received' as const,
          ordinal: first + i,
        })),
      )
      .returning()
    for (const { id } of rows) await enqueueJob(queue, tx, 'check-selfie', { selfieId: id })
    return rows
  }

  return {
    /**
     * In the order they came, with what to take next.
     * @throws ProductError person_not_found
     */
    async list(uid: string, personId: string): Promise<{ selfies: Selfie[]; coach: SelfieCoach }> {
      await findPerson(database.queries, uid, personId)
      const rows = await database.queries
        .select(SHOWN)
        .from(selfies)
        .where(eq(selfies.personId, personId))
        .orderBy(asc(selfies.ordinal))
      const accepted = rows.flatMap(({ state, reading }) =>
        state === 'accepted' && reading !== null ? [reading] : [],
      )
      return { selfies: rows.map(show), coach: engine.coachSelfies(accepted) }
    },

    /**
     * Takes one more selfie of a person.
     * @throws ProductError person_not_found, person_busy, selfie_limit_reached, file_required, file_unsupported,
     * file_too_large
     */
    async add(uid: string, personId: string, files: AsyncIterable<IncomingFile>): Promise<Selfie> {
      await assertTakesSelfies(database.queries, await findPerson(database.queries, uid, personId))
      let upload: StoredUpload | undefined
      try {
        for await (const file of files) upload = await store(personId, file)
        if (!upload) throw new ProductError('file_required')
        const stored = upload
        const [row] = await database.transaction(async (tx) => {
          const person = await lockOwnPerson(tx, uid, personId)
          await assertTakesSelfies(tx, person)
          return commit(tx, person, [stored])
        })
        if (!row) throw new Error('the database returned no selfie')
        return show(row)
      } catch (error) {
        if (upload) await storage.deleteFolder(selfieFolder(personId, upload.id))
        throw error
      }
    },

    /**
     * Makes a person out of the files that are images. Nothing is left behind when none is, or when the upload
     * breaks off.
     * @throws ProductError person_limit_reached, file_required, too_many_files, file_unsupported, file_too_large
     */
    async createPersonWith(
      uid: string,
      person: Omit<NewPerson, 'id'>,
      files: AsyncIterable<IncomingFile>,
    ): Promise<{ personId: string; selfies: Selfie[]; refusedFiles: RefusedFile[] }> {
      await assertRoomForPerson(database.queries, uid)
      const personId = randomUUID()
      const uploads: StoredUpload[] = []
      const refusedFiles: RefusedFile[] = []
      try {
        for await (const file of files) {
          try {
            uploads.push(await store(personId, file))
          } catch (error) {
            if (!(error instanceof ProductError)) throw error
            refusedFiles.push({ fileName: displayName(file.fileName), code: error.code })
          }
        }
        if (uploads.length === 0) throw new ProductError(refusedFiles[0]?.code ?? 'file_required')
        const rows = await database.transaction(async (tx) =>
          commit(tx, await createPerson(tx, uid, { ...person, id: personId }), uploads),
        )
        return { personId, selfies: rows.map(show), refusedFiles }
      } catch (error) {
        await storage.deleteFolder(`persons/${personId}`)
        throw error
      }
    },

    /** Reads one selfie, replaces the original by an image without metadata, and judges the person's selfies anew. */
    async check(selfieId: string, signal: AbortSignal): Promise<void> {
      const selfie = await database.transaction((tx) => startCheck(tx, selfieId))
      if (!selfie) return
      const folder = selfieFolder(selfie.personId, selfie.id)
      const original = `${folder}/original`
      if (selfie.reading !== null) return storage.delete(original)

      const bytes = await storage.get(original)
      if (!bytes) return this.giveUpCheck(selfieId)
      const { reading, image, thumbnail } = await engine.readSelfie(bytes, { signal })
      const imageKey = `${folder}/image.jpg`
      const thumbnailKey = `${folder}/thumbnail.webp`
      if (image) await storage.put(imageKey, image, CLEAN_IMAGE_MAX_BYTES)
      if (thumbnail) await storage.put(thumbnailKey, thumbnail, CLEAN_IMAGE_MAX_BYTES)
      const outdated = await database.transaction(async (tx) => {
        const person = await lockPerson(tx, selfie.personId)
        if (!person) return undefined
        await tx
          .update(selfies)
          .set({ reading, imageKey, thumbnailKey: thumbnail ? thumbnailKey : null })
          .where(eq(selfies.id, selfieId))
        return judge(tx, queue, person, engine)
      })
      if (!outdated) return storage.deleteFolder(folder)
      await Promise.all([original, ...outdated].map((key) => storage.delete(key)))
    },

    /** Rejects a selfie that no attempt could read. */
    async giveUpCheck(selfieId: string): Promise<void> {
      await database.transaction(async (tx) => {
        const [row] = await tx.select().from(selfies).where(eq(selfies.id, selfieId)).for('update')
        if (!row || row.reading !== null || !selfieLifecycle.allows(row.state, 'rejected')) return
        const state = selfieLifecycle.next(row.state, 'rejected')
        await tx
          .update(selfies)
          .set({ state, reasons: ['unreadable'] })
          .where(eq(selfies.id, selfieId))
        await storage.delete(`${selfieFolder(row.personId, row.id)}/original`)
      })
    },

    /** Enqueues checks that lost their job, and ends those that are hopeless. */
    async reconcile(now: Date): Promise<void> {
      const open = await database.queries
        .select({ id: selfies.id, createdAt: selfies.createdAt })
        .from(selfies)
        .where(
          and(
            inArray(selfies.state, ['received', 'checking']),
            lt(selfies.createdAt, new Date(now.getTime() - CHECK_LOST_MS)),
          ),
        )
        .limit(500)
      for (const { id, createdAt } of open) {
        if (now.getTime() - createdAt.getTime() > CHECK_GIVEN_UP_MS) await this.giveUpCheck(id)
        else await database.transaction((tx) => enqueueJob(queue, tx, 'check-selfie', { selfieId: id }))
      }
    },
  }
}

const SHOWN = {
  id: selfies.id,
  fileName: selfies.fileName,
  state: selfies.state,
  reasons: selfies.reasons,
  thumbnailKey: selfies.thumbnailKey,
  createdAt: selfies.createdAt,
  reading: selfies.reading,
}

/** The accepted selfies a training learns from, in the order they came. */
export async function acceptedSelfies(
  queries: Queries,
  personId: string,
): Promise<{ id: string; imageKey: string }[]> {
  return queries
    .select({ id: selfies.id, imageKey: selfies.imageKey })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), eq(selfies.state, 'accepted')))
    .orderBy(asc(selfies.ordinal))
    .limit(SELFIE_MAX_ACCEPTED)
}

function selfieFolder(personId: string, selfieId: string): string {
  return `persons/${personId}/selfies/${selfieId}`
}

/** @throws ProductError person_busy, selfie_limit_reached */
async function assertTakesSelfies(queries: Queries, person: PersonRow): Promise<void> {
  if (!takesSelfies(person)) throw new ProductError('person_busy')
  const counts = await queries
    .select({ state: selfies.state, count: count() })
    .from(selfies)
    .where(eq(selfies.personId, person.id))
    .groupBy(selfies.state)
  const total = counts.reduce((sum, row) => sum + row.count, 0)
  const accepted = counts.find((row) => row.state === 'accepted')?.count ?? 0
  if (total >= SELFIE_MAX_UPLOADED || accepted >= SELFIE_MAX_ACCEPTED)
    throw new ProductError('selfie_limit_reached')
}

async function startCheck(tx: Queries, selfieId: string): Promise<SelfieRow | undefined> {
  const [row] = await tx.select().from(selfies).where(eq(selfies.id, selfieId)).for('update')
  if (!row || row.reading !== null) return row
  if (!selfieLifecycle.allows(row.state, 'check_started')) return undefined
  const state = selfieLifecycle.next(row.state, 'check_started')
  await tx.update(selfies).set({ state }).where(eq(selfies.id, selfieId))
  return { ...row, state }
}

/**
 * Applies the engine's verdict over everything read so far, and lets the person's state and preview follow. Answers
 * the storage keys that are of no use once the transaction holds.
 */
async function judge(tx: Queries, queue: Queue, person: PersonRow, engine: Engine): Promise<string[]> {
  const read = await tx
    .select({ id: selfies.id, state: selfies.state, reasons: selfies.reasons, reading: selfies.reading })
    .from(selfies)
    .where(and(eq(selfies.personId, person.id), isNotNull(selfies.reading)))
    .orderBy(asc(selfies.ordinal))
  const verdicts = engine.judgeSelfies(
    read.flatMap(({ id, reading }) => (reading === null ? [] : [{ id, reading }])),
  )
  const byId = new Map<string, SelfieVerdict>(verdicts.map((verdict) => [verdict.id, verdict]))
  for (const row of read) {
    const verdict = byId.get(row.id)
    if (!verdict) continue
    const state = selfieLifecycle.next(row.state, verdict.accepted ? 'accepted' : 'rejected')
    const same = state === row.state && verdict.reasons.join() === row.reasons.join()
    if (!same) await tx.update(selfies).set({ state, reasons: verdict.reasons }).where(eq(selfies.id, row.id))
  }
  const accepted = verdicts.filter((verdict) => verdict.accepted)
  const event = accepted.length >= SELFIE_MIN_ACCEPTED ? 'selfies_sufficient' : 'selfies_insufficient'
  return followSelfies(tx, queue, await advancePerson(tx, person, event), accepted)
}
