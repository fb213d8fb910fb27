import { randomUUID } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { ConsentVersion } from '#contract/consent.ts'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_ACCEPTED } from '#contract/limits.ts'
import type { RefusedFile } from '#contract/persons.ts'
import { isInUse, type Selfie, type SelfieCoach } from '#contract/selfies.ts'
import { discardFiles, newKey } from '#backend/features/files/files-service.ts'
import type { IncomingFile } from '#backend/features/incoming-file.ts'
import {
  assertConsent,
  assertRoomForPerson,
  createPerson,
  findCreatedPerson,
  findPerson,
  lockOwnPerson,
  recordConsent,
  selfieInUse,
  type NewPerson,
} from '#backend/features/persons/persons-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { SelfieChoices } from '#backend/providers/engine/engine-port.ts'
import { createSelfieChoice } from './selfie-choice.ts'
import { readCoach } from './selfie-coach.ts'
import { selfieFolder } from './selfie-folder.ts'
import { displayName, storeUpload } from './store-upload.ts'
import {
  assertTakesSelfies,
  commitUploads,
  findUploaded,
  selfiesOf,
  showSelfie,
  type ShownSelfie,
  type StoredUpload,
} from './selfie-records.ts'
import { assertRoomFor, bytesOf, lockStoredBytes } from './stored-bytes.ts'
import { createSelfieRemoval } from './selfie-removal.ts'
import { createSignedUploads, type SelfieDeps } from './signed-uploads.ts'

export { assertTakesSelfies } from './selfie-records.ts'

const { selfies } = tables

interface UploadDetails {
  /** Consent given with this upload; not needed where it was given before. */
  consentVersion?: ConsentVersion | undefined
  /** The upload's idempotency key. */
  uploadKey?: string | undefined
  /** The phone's session that sends it. */
  handoffId?: string | undefined
}

/** Taking and listing selfies; `createSelfieChecks` reads and judges them. */
export function createSelfies(deps: SelfieDeps) {
  const { database, queue, storage, processing } = deps

  const show = (row: ShownSelfie): Promise<Selfie> => showSelfie(storage, row)

  const store = async (personId: string, file: IncomingFile): Promise<StoredUpload> => {
    const id = randomUUID()
    const imageKey = newKey(selfieFolder({ personId, id }), 'original')
    const { sizeBytes } = await storeUpload(storage, imageKey, file)
    return { id, fileName: displayName(file.fileName), imageKey, sizeBytes }
  }

  return {
    ...createSelfieChoice(deps),
    ...createSelfieRemoval(deps),
    ...createSignedUploads(deps),

    /**
     * In order of arrival, with the coach's advice; only those of one phone session, where `handoffId` names it.
     * @throws ProductError person_not_found
     */
    async list(
      uid: string,
      personId: string,
      handoffId?: string,
    ): Promise<{ selfies: Selfie[]; coach: SelfieCoach }> {
      const person = await findPerson(database.queries, uid, personId)
      const rows = await selfiesOf(database.queries, personId)
      const coach = readCoach(person.coach, rows.filter(isInUse).length)
      const wanted = handoffId === undefined ? rows : rows.filter((row) => row.handoffId === handoffId)
      return { selfies: await Promise.all(wanted.map(show)), coach }
    },

    /**
     * Takes one more selfie of a person, or answers the one that an earlier call of the same key brought.
     * @throws ProductError person_not_found, consent_required, person_busy, person_trained, selfie_limit_reached,
     * storage_limit_reached, file_required, file_unsupported, file_too_large
     */
    async add(
      uid: string,
      personId: string,
      files: AsyncIterable<IncomingFile>,
      { consentVersion, uploadKey, handoffId }: UploadDetails = {},
    ): Promise<Selfie> {
      const known = await findPerson(database.queries, uid, personId)
      const before = await findUploaded(database.queries, personId, uploadKey)
      if (before) {
        // Reads the body to its end, so that the sender gets the answer after sending, as the first time.
        for await (const file of files) await exhaust(file.content)
        return show(before)
      }
      assertConsent(known, consentVersion, processing)
      await assertTakesSelfies(database.queries, known)
      await assertRoomFor(database.queries, uid, 1)
      const uploads: StoredUpload[] = []
      const keysOfUploads = () => uploads.map(({ imageKey }) => imageKey)
      try {
        for await (const file of files)
          uploads.push({ ...(await store(personId, file)), uploadKey, handoffId })
        if (uploads.length === 0) throw new ProductError('file_required')
        const row = await database.transaction(async (tx) => {
          await lockStoredBytes(tx, uid)
          const person = await lockOwnPerson(tx, uid, personId)
          // The same upload may have come by another connection meanwhile.
          const twin = await findUploaded(tx, personId, uploadKey)
          if (twin) return twin
          await recordConsent(tx, person, consentVersion, processing)
          await assertTakesSelfies(tx, person)
          await assertRoomFor(tx, uid, bytesOf(uploads))
          const [added] = await commitUploads(tx, queue, person, uploads)
          return added
        })
        if (!row) throw new Error('the database returned no selfie')
        if (uploads.every(({ id }) => id !== row.id)) await discardFiles(deps, keysOfUploads())
        return await show(row)
      } catch (error) {
        await discardFiles(deps, keysOfUploads())
        throw error
      }
    },

    /**
     * Creates a person from the files that are images, or returns the person of an earlier call with the same key.
     * No row or file is left when no file is an image, or when the upload breaks off.
     * @throws ProductError consent_required, person_limit_reached, storage_limit_reached, file_required, too_many_files, file_unsupported,
     * file_too_large
     */
    async createPersonWith(
      uid: string,
      person: Omit<NewPerson, 'id'> & { consentVersion: ConsentVersion },
      files: AsyncIterable<IncomingFile>,
    ): Promise<{ personId: string; selfies: Selfie[]; refusedFiles: RefusedFile[] }> {
      const before = await findCreatedPerson(database.queries, uid, person.creationKey)
      if (!before) {
        assertConsent(person, undefined, processing)
        await assertRoomForPerson(database.queries, uid)
        await assertRoomFor(database.queries, uid, 1)
      }
      const personId = randomUUID()
      const uploads: StoredUpload[] = []
      const keysOfUploads = () => uploads.map(({ imageKey }) => imageKey)
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
        const made = await database.transaction(async (tx) => {
          // It locks the user, as `lockStoredBytes` does.
          const row = await createPerson(tx, uid, { ...person, id: personId })
          if (row.id !== personId) return { id: row.id, rows: await selfiesOf(tx, row.id) }
          await assertRoomFor(tx, uid, bytesOf(uploads))
          return { id: row.id, rows: await commitUploads(tx, queue, row, uploads) }
        })
        if (made.id !== personId) await discardFiles(deps, keysOfUploads())
        return { personId: made.id, selfies: await Promise.all(made.rows.map(show)), refusedFiles }
      } catch (error) {
        await discardFiles(deps, keysOfUploads())
        throw error
      }
    },
  }
}

async function exhaust(content: AsyncIterable<Uint8Array>): Promise<void> {
  const reading = content[Symbol.asyncIterator]()
  while (!(await reading.next()).done);
}

/** The accepted selfies in use, which a training learns from, in the order they came. */
export async function acceptedSelfies(
  queries: Queries,
  personId: string,
): Promise<{ id: string; imageKey: string; reading: string }[]> {
  const rows = await queries
    .select({ id: selfies.id, imageKey: selfies.imageKey, reading: selfies.reading })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), selfieInUse))
    .orderBy(asc(selfies.ordinal))
    .limit(SELFIE_MAX_ACCEPTED)
  return rows.flatMap(({ id, imageKey, reading }) =>
    imageKey === null || reading === null ? [] : [{ id, imageKey, reading }],
  )
}

/** The owner's choices of selfies; a refused selfie cannot be preferred. */
export async function selfieChoices(queries: Queries, personId: string): Promise<SelfieChoices> {
  const chosen = await queries
    .select({ id: selfies.id, state: selfies.state, choice: selfies.choice })
    .from(selfies)
    .where(and(eq(selfies.personId, personId), ne(selfies.choice, 'none')))
    .orderBy(asc(selfies.ordinal))
  return {
    preferred: chosen.filter(isInUse).map(({ id }) => id),
    leftOut: chosen.filter(({ choice }) => choice === 'left_out').map(({ id }) => id),
  }
}
