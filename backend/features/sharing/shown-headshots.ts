import { and, desc, eq, isNull } from 'drizzle-orm'
import { bestFirst } from '#backend/features/bundles/bundles-service.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { bundles, headshots } = tables

export interface ShownHeadshot {
  userImageKey: string
  bundleId: string
  thumbnailKey: string
}

/** The headshots of a person that links show: ready, passed, and not frozen by a dispute. */
export const isShownOf = (personId: string) =>
  and(
    eq(bundles.personId, personId),
    eq(bundles.state, 'ready'),
    isNull(bundles.frozenAt),
    eq(headshots.passed, true),
  )

/**
 * The headshots that links show of a person: newest bundle first, best first in each, independent of the owner's
 * ratings.
 */
export async function findShown(queries: Queries, personId: string): Promise<ShownHeadshot[]> {
  const rows = await queries
    .select({
      userImageKey: headshots.userImageKey,
      bundleId: headshots.bundleId,
      thumbnailKey: headshots.thumbnailKey,
      passed: headshots.passed,
      appeal: headshots.appeal,
      likeness: headshots.likeness,
      sourceKey: headshots.sourceKey,
      shotIndex: headshots.shotIndex,
    })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .where(isShownOf(personId))
    .orderBy(desc(bundles.createdAt), desc(bundles.id))
  const byBundle = Map.groupBy(rows, ({ bundleId }) => bundleId)
  return [...byBundle.values()].flatMap((made) =>
    bestFirst(made).map(({ userImageKey, bundleId, thumbnailKey }) => ({
      userImageKey,
      bundleId,
      thumbnailKey,
    })),
  )
}
