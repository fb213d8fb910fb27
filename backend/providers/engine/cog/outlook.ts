import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'
import { COG_WEIGHTS, type CogWeights } from './weights.ts'

/** The facts about this engine that are needed before payment; makes no call. */
export function cogOutlook({
  weights,
  addresses,
}: {
  weights: CogWeights
  addresses: readonly string[]
}): EngineOutlook {
  return {
    profile: {
      name: 'cog',
      can: {
        generates: true,
        trains: true,
        references: 0,
        sizes: { least: 512, most: 1440, step: 16 },
        inFlight: addresses.length,
      },
      where: {
        region: 'own',
        subProcessor: null,
        keeps: { selfies: 0, models: 'until_deleted', pictures: 0 },
      },
      licence: COG_WEIGHTS[weights],
    },
    headshotsFrom: (goodSelfies) => (goodSelfies > 0 ? HEADSHOTS_PER_BUNDLE : 0),
    cares: [],
  }
}
