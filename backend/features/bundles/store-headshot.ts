import { randomBytes } from 'node:crypto'
import { newKey } from '#backend/features/files/files-service.ts'
import { recordGenerated, storeGenerated } from '#backend/features/provenance/provenance-service.ts'
import { acceptedSelfies } from '#backend/features/selfies/selfies-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { RenderedPicture } from '#backend/providers/engine/engine-port.ts'
import type { Eye, HeadshotVerdict } from '#backend/providers/eye/eye-port.ts'
import { SIGNABLE_MEDIA_TYPE, type Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage, StorageKey, StoredFile } from '#backend/providers/storage/storage-port.ts'
import type { BundleRow } from './bundle-records.ts'

const { headshots } = tables

const HEADSHOT_MAX_BYTES = 64 * 1024 * 1024
/** 128 bits: the key is all that protects a shared image. */
const USER_IMAGE_KEY_BYTES = 16

export type Judged = HeadshotVerdict & { passed: boolean }

/** A rendered picture in storage, before a row names it. */
export interface StoredPicture extends StoredFile {
  imageKey: StorageKey
  thumbnailKey: StorageKey
}

export async function storePicture(
  ports: { storage: Storage; signer: Signer },
  folder: string,
  shotIndex: number,
  made: RenderedPicture,
): Promise<StoredPicture> {
  const imageKey = newKey(folder, String(shotIndex), 'jpg')
  const thumbnailKey = newKey(folder, String(shotIndex), 'webp')
  const { image: bytes, sha256 } = made
  const stored = await storeGenerated(
    ports,
    imageKey,
    { bytes, mediaType: SIGNABLE_MEDIA_TYPE, sha256 },
    HEADSHOT_MAX_BYTES,
  )
  await ports.storage.put(thumbnailKey, made.thumbnail, HEADSHOT_MAX_BYTES)
  return { imageKey, thumbnailKey, ...stored }
}

/** Adds the headshot of a shot, with its hash for good; undefined when another worker made this shot first. */
export async function insertHeadshot(
  tx: Queries,
  { bundleId, shotIndex }: { bundleId: string; shotIndex: number },
  stored: StoredPicture,
  { width, height, sourceKey, engine }: RenderedPicture,
  { likeness, passed, reasons, fingerprint, appeal }: Judged,
): Promise<string | undefined> {
  const userImageKey = randomBytes(USER_IMAGE_KEY_BYTES).toString('base64url')
  const inserted = await tx
    .insert(headshots)
    .values({
      userImageKey,
      bundleId,
      shotIndex,
      ...stored,
      width,
      height,
      likeness,
      passed,
      reasons,
      fingerprint,
      appeal,
      sourceKey,
      engine,
    })
    .onConflictDoNothing({ target: [headshots.bundleId, headshots.shotIndex] })
    .returning({ key: headshots.userImageKey })
  if (inserted.length === 0) return undefined
  await recordGenerated(tx, 'headshot', stored.sha256)
  return userImageKey
}

/** What the eye says of pictures whose engine did not look itself. */
export function createJudge({ database, eye }: { database: Database; eye: Eye }) {
  return async (
    { personId, styleId }: Pick<BundleRow, 'personId' | 'styleId'>,
    { image, isGenerated }: RenderedPicture,
    signal: AbortSignal,
  ): Promise<HeadshotVerdict> => {
    const selfies = await acceptedSelfies(database.queries, personId)
    const person = { readings: selfies.map(({ reading }) => reading), styleId, isGenerated }
    return eye.judgeHeadshot(image, person, { signal })
  }
}
