import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, max } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_ACCEPTED, SELFIE_MAX_UPLOADED } from '#contract/limits.ts'
import type { RefusedFile } from '#contract/persons.ts'
import type { Selfie, SelfieCoach } from '#contract/selfies.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { discardFiles, newKey } from '#backend/features/files/service.ts'
import {
  advancePerson,
  assertRoomForPerson,
  createPerson,
  findPerson,
  lockOwnPerson,
  takesSelfies,
  type NewPerson,
  type PersonRow,
} from '#backend/features/persons/service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/port.ts'
import type { Engine } from '#backend/providers/engine/port.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import type { Storage } from '#backend/providers/storage/port.ts'
import { createSelfieChecks } from './checks.ts'
import { selfieFolder } from './folder.ts'
import { displayName, storeUpload, type IncomingFile } from './intake.ts'
import { createSelfieRemoval } from './removal.ts'

const { selfies } = tables

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

  const show = async (row: ShownSelfie): Promise<Selfie> => ({
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    reasons: row.reasons,
    thumbnailUrl: row.thumbnailKey && (await storage.signUrl(row.thumbnailKey, { mediaType: 'image/webp' })),
    receivedAt: row.createdAt.toISOString(),
  })

  const store = async (personId: string, file: IncomingFile): Promise<StoredUpload> => {
    const id = randomUUID()
    const imageKey = newKey(selfieFolder({ personId, id }), 'original')
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

  /** For persons last checked before the coach was kept with them. */
  const coachNow = async (personId: string): Promise<SelfieCoach> => {
    const rows = await database.queries
      .select({ reading: selfies.reading })
      .from(selfies)
      .where(and(eq(selfies.personId, personId), eq(selfies.state, 'accepted')))
      .orderBy(asc(selfies.ordinal))
    return engine.coachSelfies(rows.flatMap(({ reading }) => reading ?? []))
  }

  return {
    ...createSelfieChecks(deps),
    ...createSelfieRemoval(deps),

    /**
     * In the order they came, with what to take next.
     * @throws ProductError person_not_found
     */
    async list(uid: string, personId: string): Promise<{ selfies: Selfie[]; coach: SelfieCoach }> {
      const person = await findPerson(database.queries, uid, personId)
      const rows = await database.queries
        .select(SHOWN)
        .from(selfies)
        .where(eq(selfies.personId, personId))
        .orderBy(asc(selfies.ordinal))
      return { selfies: await Promise.all(rows.map(show)), coach: person.coach ?? (await coachNow(personId)) }
    },

    /**
     * Takes one more selfie of a person.
     * @throws ProductError person_not_found, person_busy, person_trained, selfie_limit_reached, file_required,
     * file_unsupported, file_too_large
     */
    async add(uid: string, personId: string, files: AsyncIterable<IncomingFile>): Promise<Selfie> {
      await assertTakesSelfies(database.queries, await findPerson(database.queries, uid, personId))
      const uploads: StoredUpload[] = []
      try {
        for await (const file of files) uploads.push(await store(personId, file))
        if (uploads.length === 0) throw new ProductError('file_required')
        const [row] = await database.transaction(async (tx) => {
          const person = await lockOwnPerson(tx, uid, personId)
          await assertTakesSelfies(tx, person)
          return commit(tx, person, uploads)
        })
        if (!row) throw new Error('the database returned no selfie')
        return await show(row)
      } catch (error) {
        await discardFiles(
          deps,
          uploads.map(({ imageKey }) => imageKey),
        )
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
        return { personId, selfies: await Promise.all(rows.map(show)), refusedFiles }
      } catch (error) {
        await discardFiles(
          deps,
          uploads.map(({ imageKey }) => imageKey),
        )
        throw error
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
}

/** The accepted selfies a training learns from, in the order they came. */
export async function acceptedSelfies(
  queries: Queries,
  personId: string,
): Promise<{ id: string; imageKey: string; reading: string | null }[]> {
  const rows = await queries
    .select({ id: selfies.id, imageKey: selfies.imageKey, reading: selfies.reading })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), eq(selfies.state, 'accepted')))
    .orderBy(asc(selfies.ordinal))
    .limit(SELFIE_MAX_ACCEPTED)
  return rows.flatMap(({ imageKey, ...row }) => (imageKey === null ? [] : [{ ...row, imageKey }]))
}

/** @throws ProductError person_busy, person_trained, selfie_limit_reached */
async function assertTakesSelfies(queries: Queries, person: PersonRow): Promise<void> {
  if (!takesSelfies(person)) {
    throw new ProductError(person.state === 'trained' ? 'person_trained' : 'person_busy')
  }
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
