import { SELFIES_KEPT_DAYS, SELFIES_WARNED_DAYS } from '#contract/limits.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { retentions } = tables

const DAY_MS = 24 * 3_600_000
/** Selfies and model are kept this long after the last use. */
export const SELFIES_KEPT_MS = SELFIES_KEPT_DAYS * DAY_MS
/** The owner is warned this long before the deletion. */
export const SELFIES_WARNED_MS = SELFIES_WARNED_DAYS * DAY_MS

/** Keeps selfies and model of a locked person for another while; each use does: an upload, a purchase, a generation. */
export async function extendRetention(tx: Queries, personId: string, now = new Date()): Promise<void> {
  const deletesAt = new Date(now.getTime() + SELFIES_KEPT_MS)
  await tx
    .insert(retentions)
    .values({ personId, deletesAt })
    .onConflictDoUpdate({ target: retentions.personId, set: { deletesAt, warnedAt: null } })
}
