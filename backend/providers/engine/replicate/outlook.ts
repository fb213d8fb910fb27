import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'

/** The facts about this engine that are needed before payment; makes no call. */
export const replicateOutlook: EngineOutlook = {
  profile: {
    name: 'replicate',
    can: {
      generates: true,
      trains: true,
      references: 0,
      sizes: { least: 256, most: 1440, step: 16 },
      // The vendor limits orders a minute instead.
      inFlight: null,
    },
    where: {
      region: 'us',
      subProcessor: 'Replicate, Inc.',
      keeps: { selfies: 24, models: 'until_deleted', pictures: 1 },
    },
    licence: { name: 'FLUX.1 [dev], run at Replicate', allowsCommercialUse: true },
  },
  headshotsFrom: (goodSelfies) => (goodSelfies > 0 ? HEADSHOTS_PER_BUNDLE : 0),
  cares: [],
}
