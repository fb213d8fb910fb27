import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import { SELFIE_MAX_ACCEPTED, SELFIE_MAX_UPLOADED } from '#contract/limits.ts'
import { UNCHECKED_SELFIE_STATES, isInUse, type Selfie } from '#contract/selfies.ts'
import { enqueueInTurn } from '#backend/jobs/catalogue.ts'
import {
  advancePerson,
  extendRetention,
  type PersonRow,
  refusesSelfies,
} from '#backend/features/persons/persons-service.ts'
import { turnOf } from '#backend/features/turn.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { selfies } = tables

type SelfieRow = typeof selfies.$inferSelect
export type ShownSelfie = Pick<SelfieRow, keyof typeof SHOWN>

/** An upload in storage that no row names yet. */
export interface StoredUpload {
  id: string
  fileName: string
  imageKey: string
  sizeBytes: number
  uploadKey?: string | undefined
  handoffId?: string | undefined
}

/** A selfie as its owner sees it. */
export async function showSelfie(storage: Storage, row: ShownSelfie): Promise<Selfie> {
  return {
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    reasons: row.reasons,
    warnings: row.warnings,
    choice: row.choice,
    thumbnailUrl: row.thumbnailKey && (await storage.signUrl(row.thumbnailKey, { mediaType: 'image/webp' })),
    receivedAt: row.createdAt.toISOString(),
    // The sender's key, without the operation's name that the API prefixes.
    uploadKey: row.uploadKey?.replace(/^[^.]*\./, '') ?? null,
  }
}

/** Rows and their jobs on a locked person, for files that are in storage. */
export async function commitUploads(
  tx: Queries,
  queue: Queue,
  person: PersonRow,
  uploads: readonly StoredUpload[],
): Promise<SelfieRow[]> {
  await advancePerson(tx, person, 'selfie_received')
  await extendRetention(tx, person.id)
  const [last] = await tx
    .select({ ordinal: max(selfies.ordinal) })
    .from(selfies)
    .where(eq(selfies.personId, person.id))
  const first = (last?.ordinal ?? -1) + 1
  const rows = await tx
    .insert(selfies)
    .values(
      uploads.map((upload, index) => ({
        ...upload,
        personId: person.id,
        state: 'received' as const,
        ordinal: first + index,
      })),
    )
    .returning()
  const turn = await turnOf(tx, person.id, selfies, inArray(selfies.state, UNCHECKED_SELFIE_STATES))
  for (const { id } of rows) await enqueueInTurn(queue, tx, 'check-selfie', { selfieId: id }, turn)
  return rows
}

export const SHOWN = {
  id: selfies.id,
  fileName: selfies.fileName,
  state: selfies.state,
  reasons: selfies.reasons,
  warnings: selfies.warnings,
  choice: selfies.choice,
  thumbnailKey: selfies.thumbnailKey,
  createdAt: selfies.createdAt,
  uploadKey: selfies.uploadKey,
  handoffId: selfies.handoffId,
}

/** In the order they came. */
export function selfiesOf(queries: Queries, personId: string): Promise<ShownSelfie[]> {
  return queries
    .select(SHOWN)
    .from(selfies)
    .where(eq(selfies.personId, personId))
    .orderBy(asc(selfies.ordinal))
}

/** The selfie that an earlier call with the same key uploaded. */
export async function findUploaded(
  queries: Queries,
  personId: string,
  uploadKey: string | undefined,
): Promise<ShownSelfie | undefined> {
  if (uploadKey === undefined) return undefined
  const [row] = await queries
    .select(SHOWN)
    .from(selfies)
    .where(and(eq(selfies.personId, personId), eq(selfies.uploadKey, uploadKey)))
  return row
}

/** @throws ProductError person_busy, person_trained, selfie_limit_reached */
export async function assertTakesSelfies(queries: Queries, person: PersonRow): Promise<void> {
  const refusal = await refusesSelfies(queries, person)
  if (refusal) throw new ProductError(refusal)
  const counts = await queries
    .select({ state: selfies.state, choice: selfies.choice, count: count() })
    .from(selfies)
    .where(eq(selfies.personId, person.id))
    .groupBy(selfies.state, selfies.choice)
  const total = counts.reduce((sum, row) => sum + row.count, 0)
  const inUse = counts.filter(isInUse).reduce((sum, row) => sum + row.count, 0)
  if (total >= SELFIE_MAX_UPLOADED || inUse >= SELFIE_MAX_ACCEPTED)
    throw new ProductError('selfie_limit_reached')
}
