import { eq } from 'drizzle-orm'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { archives, headshotFiles, headshots } = tables

/**
 * Storage folder of files derived from a bundle's headshots: apart from the bundle's own, which is cleaned up at its
 * end.
 */
export function finishedFolder({ personId, id }: { personId: string; id: string }): string {
  return `persons/${personId}/finished/${id}`
}

/** Storage folder of re-rolled headshots. */
export function rerollFolder({ personId, id }: { personId: string; id: string }): string {
  return `persons/${personId}/rerolls/${id}`
}

/** Deletes one headshot of a locked bundle, with its derived files and the ZIPs that contain it. */
export async function dropHeadshot(
  tx: Queries,
  queue: Queue,
  bundleId: string,
  userImageKey: string,
): Promise<void> {
  const made = await tx
    .delete(headshotFiles)
    .where(eq(headshotFiles.userImageKey, userImageKey))
    .returning({ key: headshotFiles.fileKey })
  const zipped = await tx
    .delete(archives)
    .where(eq(archives.bundleId, bundleId))
    .returning({ key: archives.fileKey })
  const own = await tx.delete(headshots).where(eq(headshots.userImageKey, userImageKey)).returning()
  await enqueueDeletion(queue, tx, {
    keys: [
      ...[...made, ...zipped].flatMap(({ key }) => key ?? []),
      ...own.flatMap(({ imageKey, thumbnailKey }) => [imageKey, thumbnailKey]),
    ],
  })
}
