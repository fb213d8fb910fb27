import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'

/** References that klein takes. */
export const BFL_REFERENCES_MOST = 4
const EU_HOST = 'api.eu.bfl.ai'

/** The facts about this engine that are needed before payment; makes no call. */
export function bflOutlook({ baseUrl }: { baseUrl: string }): EngineOutlook {
  return {
    profile: {
      name: 'bfl',
      can: {
        generates: true,
        trains: false,
        references: BFL_REFERENCES_MOST,
        inFlight: 24,
        sizes: { least: 64, most: 2048, step: 16 },
      },
      where: {
        region: new URL(baseUrl).hostname === EU_HOST ? 'eu' : 'not_stated',
        subProcessor: 'Black Forest Labs GmbH',
        keeps: { selfies: 'not_stated', models: 0, pictures: 1 / 6 },
      },
      licence: { name: 'FLUX.2 [klein] 4B, run by Black Forest Labs', allowsCommercialUse: true },
    },
    headshotsFrom: (goodSelfies) => (goodSelfies > 0 ? HEADSHOTS_PER_BUNDLE : 0),
    cares: [],
  }
}
