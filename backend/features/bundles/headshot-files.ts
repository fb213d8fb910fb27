import { eq } from 'drizzle-orm'
import { enqueueDeletion } from '#backend/features/files/files-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'

const { archives, headshotFiles, headshots } = tables

/** Storage folder of what is made of a bundle's headshots: apart from the bundle's own, which is tidied as it ends. */
export function finishedFolder({ personId, id }: { personId: string; id: string }): string {
  return `persons/${personId}/finished/${id}`
}

/** Storage folder of headshots made anew. */
export function rerollFolder({ personId, id }: { personId: string; id: string }): string {
  return `persons/${personId}/rerolls/${id}`
}

/** Takes one headshot of a locked bundle away, with what was made of it and the ZIPs that hold it. */
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
