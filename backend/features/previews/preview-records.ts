import { and, eq, inArray } from 'drizzle-orm'
import { UNCHECKED_SELFIE_STATES } from '#contract/selfies.ts'
import { newKey } from '#backend/features/files/files-service.ts'
import { storeGenerated } from '#backend/features/provenance/provenance-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { RenderedPreview } from '#backend/providers/eye/eye-port.ts'
import { SIGNABLE_MEDIA_TYPE, type Signer } from '#backend/providers/signer/signer-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'

const { previews, selfies } = tables

const PREVIEW_MAX_BYTES = 8 * 1024 * 1024

export type PreviewRow = typeof previews.$inferSelect

export async function lockPreview(tx: Queries, personId: string): Promise<PreviewRow | undefined> {
  const [row] = await tx.select().from(previews).where(eq(previews.personId, personId)).for('update')
  return row
}

/** Whether a selfie has no verdict yet. */
export async function isInCheck(tx: Queries, selfieId: string): Promise<boolean> {
  const isUnchecked = and(eq(selfies.id, selfieId), inArray(selfies.state, UNCHECKED_SELFIE_STATES))
  const found = await tx.select({ id: selfies.id }).from(selfies).where(isUnchecked)
  return found.length > 0
}

/** Signs and stores a picture, before a row names it. */
export async function storePreview(
  deps: { storage: Storage; signer: Signer },
  { personId, selfieId }: { personId: string; selfieId: string },
  { image, width, height, sha256: drawnSha256 }: RenderedPreview,
) {
  const imageKey = newKey(`persons/${personId}/previews`, selfieId, 'jpg')
  const picture = { bytes: image, mediaType: SIGNABLE_MEDIA_TYPE, sha256: drawnSha256 }
  const { sha256 } = await storeGenerated(deps, imageKey, picture, PREVIEW_MAX_BYTES)
  return { imageKey, width, height, sha256 }
}

export function keysOf(row: PreviewRow | undefined): string[] {
  return row?.imageKey ? [row.imageKey] : []
}
