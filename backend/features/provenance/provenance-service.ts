import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { GeneratedFileKind, SigningCertificate, Verification } from '#contract/verification.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { SIGNABLE_MEDIA_TYPE, type Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage, StorageKey, StoredFile } from '#backend/providers/storage/storage-port.ts'

const { generatedFiles } = tables

const NOT_OURS: Verification = { isOurs: false, kind: null, madeOn: null }

/**
 * Stores the hash of a generated file permanently, in the transaction that stores the file. A repeat changes nothing.
 */
export async function recordGenerated(tx: Queries, kind: GeneratedFileKind, sha256: string): Promise<void> {
  const madeOn = new Date().toISOString().slice(0, 10)
  await tx.insert(generatedFiles).values({ sha256, kind, madeOn }).onConflictDoNothing()
}

/** A finished file, unsigned. */
interface Generated {
  bytes: Uint8Array
  mediaType: string
  /** The hash of the file's bytes. */
  sha256: string
  /** The signed picture it was derived from. */
  parent?: Uint8Array
}

/**
 * Signs a generated file, if its type allows, and stores it, before a row names it.
 * @throws when its bytes do not match its hash, or storage does not hold the signed bytes
 */
export async function storeGenerated(
  { storage, signer }: { storage: Storage; signer: Signer },
  key: StorageKey,
  { bytes, mediaType, sha256, parent }: Generated,
  maxBytes: number,
): Promise<StoredFile> {
  if (hashOf(bytes) !== sha256) throw new Error(`${key} did not arrive as it was finished`)
  const final = mediaType === SIGNABLE_MEDIA_TYPE ? await signer.sign(bytes, parent && { parent }) : bytes
  const stored = await storage.put(key, final, maxBytes)
  if (stored.sha256 !== hashOf(final)) throw new Error(`${key} was not stored as it was signed`)
  return stored
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function createProvenance({
  database,
  signer,
}: {
  database: Database
  signer: Pick<Signer, 'certificate'>
}) {
  return {
    certificate: (): SigningCertificate => signer.certificate,

    /** @param sha256 lower-case hex */
    async verify(sha256: string): Promise<Verification> {
      const [row] = await database.queries
        .select({ kind: generatedFiles.kind, madeOn: generatedFiles.madeOn })
        .from(generatedFiles)
        .where(eq(generatedFiles.sha256, sha256))
      return row ? { isOurs: true, ...row } : NOT_OURS
    },
  }
}
