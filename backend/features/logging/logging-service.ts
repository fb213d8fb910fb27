import { and, eq } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { UsageKind } from '#contract/logging.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'

const { bundles, headshots, persons, usageEvents } = tables

/** Records users' actions on their own data, one row each time. */
export function createLogging({ database }: { database: Database }) {
  const { queries } = database
  return {
    /** @throws ProductError headshot_not_found */
    async headshot(
      uid: string,
      kind: Extract<UsageKind, 'upscaling_clicked' | 'image_downloaded'>,
      userImageKey: string,
    ): Promise<void> {
      const [own] = await queries
        .select({ bundleId: bundles.id })
        .from(headshots)
        .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(and(eq(headshots.userImageKey, userImageKey), eq(persons.uid, uid)))
      if (!own) throw new ProductError('headshot_not_found')
      await queries.insert(usageEvents).values({ uid, kind, userImageKey, bundleId: own.bundleId })
    },

    /** @throws ProductError bundle_not_found */
    async results(uid: string, personId: string, bundleId: string): Promise<void> {
      const [own] = await queries
        .select({ bundleId: bundles.id })
        .from(bundles)
        .innerJoin(persons, eq(persons.id, bundles.personId))
        .where(and(eq(bundles.id, bundleId), eq(bundles.personId, personId), eq(persons.uid, uid)))
      if (!own) throw new ProductError('bundle_not_found')
      await queries.insert(usageEvents).values({ uid, kind: 'results_clicked', bundleId })
    },
  }
}
