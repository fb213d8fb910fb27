import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'
import { FAL_FILES_KEPT_SECONDS } from './trainers.ts'

/**
 * The facts about this engine that are needed before payment; makes no call.
 * @param inFlight what the account is allowed: 2 at first, 40 at most by self-service
 */
export function falOutlook({ inFlight }: { inFlight: number }): EngineOutlook {
  const keptHours = FAL_FILES_KEPT_SECONDS / 3600
  return {
    profile: {
      name: 'fal',
      can: {
        generates: true,
        trains: true,
        references: 0,
        inFlight,
        sizes: { least: 512, most: 1536, step: 16 },
      },
      where: {
        region: 'not_stated',
        subProcessor: 'Features & Labels, Inc. (fal)',
        // The archive of selfies is read from our own storage; models lie there too.
        keeps: { selfies: 'not_stated', models: keptHours, pictures: keptHours },
      },
      licence: { name: 'FLUX, run at fal', allowsCommercialUse: true },
    },
    headshotsFrom: (goodSelfies) => (goodSelfies > 0 ? HEADSHOTS_PER_BUNDLE : 0),
    cares: [],
  }
}
