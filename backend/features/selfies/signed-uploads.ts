import { randomUUID } from 'node:crypto'
import { and, count, eq, lt } from 'drizzle-orm'
import type { ConsentVersion } from '#contract/consent.ts'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_SIZE_BYTES, SELFIE_MAX_UPLOADED, type SELFIE_MEDIA_TYPES } from '#contract/limits.ts'
import type { Processing } from '#contract/processing.ts'
import type { Selfie, SignedSelfieUpload } from '#contract/selfies.ts'
import { discardFiles, enqueueDeletion, newKey } from '#backend/features/files/files-service.ts'
import {
  assertConsent,
  findPerson,
  lockOwnPerson,
  recordConsent,
} from '#backend/features/persons/persons-service.ts'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage, StorageKey } from '#backend/providers/storage/storage-port.ts'
import { assertRoomFor, lockStoredBytes } from './stored-bytes.ts'
import { selfieFolder } from './selfie-folder.ts'
import { displayName } from './store-upload.ts'
import {
  SHOWN,
  assertTakesSelfies,
  commitUploads,
  findUploaded,
  showSelfie,
  type ShownSelfie,
} from './selfie-records.ts'
import { SNIFF_BYTES, sniffSelfie } from '#contract/sniff-selfie.ts'

const { selfies, uploadGrants } = tables

const UPLOAD_VALID_SECONDS = 15 * 60
/** How long a signed upload may wait to be registered: one may begin at the end of its time, and takes some. */
const GRANT_KEPT_MS = 3_600_000

interface RegistrationDetails {
  fileName?: string | undefined
  /** The upload's idempotency key. */
  uploadKey?: string | undefined
  /** The phone's session that sends it. */
  handoffId?: string | undefined
}

/** The dependencies of taking selfies. */
export interface SelfieDeps {
  database: Database
  queue: Queue
  storage: Storage
  processing: Processing
}

/** Selfies that a browser sends straight to storage: one that is never registered is deleted. */
export function createSignedUploads(deps: SelfieDeps) {
  const { database, queue, storage, processing } = deps

  /** @throws ProductError upload_not_found, file_too_large, file_unsupported */
  const inspect = async (objectKey: StorageKey): Promise<number> => {
    const sizeBytes = await sizeOf(storage, objectKey)
    if (sizeBytes === undefined) throw new ProductError('upload_not_found')
    const isTooLarge = sizeBytes > SELFIE_MAX_SIZE_BYTES
    if (!isTooLarge && sniffSelfie(await headOf(storage, objectKey))) return sizeBytes
    await endGrant(database.queries, objectKey)
    await discardFiles(deps, [objectKey])
    throw new ProductError(isTooLarge ? 'file_too_large' : 'file_unsupported')
  }

  return {
    /**
     * Lets the caller send one image straight to storage, bound in type and size.
     * @throws ProductError person_not_found, consent_required, person_busy, person_trained, selfie_limit_reached,
     * storage_limit_reached
     */
    async sign(
      uid: string,
      personId: string,
      mediaType: (typeof SELFIE_MEDIA_TYPES)[number],
      consentVersion?: ConsentVersion,
    ): Promise<SignedSelfieUpload> {
      const objectKey = newKey(selfieFolder({ personId, id: randomUUID() }), 'original')
      const maxBytes = SELFIE_MAX_SIZE_BYTES
      await database.transaction(async (tx) => {
        await lockStoredBytes(tx, uid)
        const person = await lockOwnPerson(tx, uid, personId)
        await recordConsent(tx, person, consentVersion, processing)
        await assertTakesSelfies(tx, person)
        if ((await countGrants(tx, personId)) >= SELFIE_MAX_UPLOADED)
          throw new ProductError('selfie_limit_reached')
        await assertRoomFor(tx, uid, maxBytes)
        await tx.insert(uploadGrants).values({ objectKey, personId })
      })
      const signed = await storage.signUpload(objectKey, {
        mediaType,
        maxBytes,
        expiresInSeconds: UPLOAD_VALID_SECONDS,
      })
      const { isDirect } = storage
      return { objectKey, maxBytes, isDirect, ...signed, expiresAt: signed.expiresAt.toISOString() }
    },

    /**
     * Makes a selfie of an image sent by a signed upload; a repeat returns the same one, even if it was sent again
     * under another key.
     * @throws ProductError person_not_found, upload_not_found, consent_required, person_busy, person_trained,
     * selfie_limit_reached, storage_limit_reached, file_unsupported, file_too_large
     */
    async register(
      uid: string,
      personId: string,
      objectKey: string,
      { fileName = '', uploadKey, handoffId }: RegistrationDetails = {},
    ): Promise<Selfie> {
      await findPerson(database.queries, uid, personId)
      const [, ofPerson, id = ''] = SELFIE_KEY.exec(objectKey) ?? []
      if (ofPerson !== personId) throw new ProductError('upload_not_found')
      const find = async (queries: Queries) =>
        (await findUploaded(queries, personId, uploadKey)) ?? (await findSelfie(queries, personId, id))
      const before = await find(database.queries)
      if (before) {
        if (before.id !== id) await discardFiles(deps, [objectKey])
        return showSelfie(storage, before)
      }
      const sizeBytes = await inspect(objectKey)
      const row = await database.transaction(async (tx) => {
        await lockStoredBytes(tx, uid)
        const person = await lockOwnPerson(tx, uid, personId)
        await endGrant(tx, objectKey)
        const twin = await find(tx)
        if (twin) return twin
        assertConsent(person, undefined, processing)
        await assertTakesSelfies(tx, person)
        await assertRoomFor(tx, uid, sizeBytes)
        const upload = {
          id,
          fileName: displayName(fileName),
          imageKey: objectKey,
          sizeBytes,
          uploadKey,
          handoffId,
        }
        const [added] = await commitUploads(tx, queue, person, [upload])
        return added
      })
      if (!row) throw new Error('the database returned no selfie')
      if (row.id !== id) await discardFiles(deps, [objectKey])
      return showSelfie(storage, row)
    },

    /** Deletes the files that were never registered, long before the sweep would: they take room of their owners'. */
    async reconcileGrants(round: Reconciliation): Promise<void> {
      const where = lt(uploadGrants.createdAt, new Date(round.now.getTime() - GRANT_KEPT_MS))
      const open = {
        name: 'upload grants',
        table: uploadGrants,
        at: uploadGrants.createdAt,
        id: uploadGrants.objectKey,
        where,
      }
      await reconcileRows(database.queries, round, open, ({ id }) =>
        database.transaction(async (tx) => {
          await endGrant(tx, id)
          await enqueueDeletion(queue, tx, { keys: [id] })
        }),
      )
    },
  }
}

/** A key as `selfieFolder` and `newKey` make it: the person, and the future selfie. */
const SELFIE_KEY = /^persons\/([0-9a-f-]{36})\/selfies\/([0-9a-f-]{36})\/original-[0-9a-f]{24}$/

async function findSelfie(queries: Queries, personId: string, id: string): Promise<ShownSelfie | undefined> {
  const [row] = await queries
    .select(SHOWN)
    .from(selfies)
    .where(and(eq(selfies.id, id), eq(selfies.personId, personId)))
  return row
}

/** The uploads of a person that were signed and are not registered yet. */
async function countGrants(queries: Queries, personId: string): Promise<number> {
  const [open] = await queries
    .select({ count: count() })
    .from(uploadGrants)
    .where(eq(uploadGrants.personId, personId))
  return open?.count ?? 0
}

async function endGrant(queries: Queries, objectKey: StorageKey): Promise<void> {
  await queries.delete(uploadGrants).where(eq(uploadGrants.objectKey, objectKey))
}

async function sizeOf(storage: Storage, wanted: StorageKey): Promise<number | undefined> {
  for await (const { key, sizeBytes } of storage.list(wanted)) if (key === wanted) return sizeBytes
  return undefined
}

/** The first bytes, which identify the image type; the rest is not loaded. */
async function headOf(storage: Storage, key: StorageKey): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of (await storage.read(key)) ?? []) {
    if (!(chunk instanceof Uint8Array)) continue
    chunks.push(chunk)
    sizeBytes += chunk.byteLength
    // Leaving the loop destroys the stream.
    if (sizeBytes >= SNIFF_BYTES) break
  }
  return Buffer.concat(chunks)
}
