import type { EngineOutlook } from '#backend/providers/engine/engine-port.ts'
import { CARES } from '#studio/render/cares.ts'
import { HEADSHOT_HEIGHT, HEADSHOT_WIDTH } from '#studio/render/headshot-size.ts'
import { headshotsFrom } from '#studio/render/plan.ts'

/** The studio's answers before payment; they need no nets and no processes. */
export const studioOutlook: EngineOutlook = {
  profile: {
    name: 'studio',
    can: {
      generates: false,
      trains: true,
      references: 0,
      inFlight: null,
      sizes: { least: HEADSHOT_WIDTH, most: HEADSHOT_HEIGHT, step: 1 },
    },
    where: {
      region: 'here',
      subProcessor: null,
      keeps: { selfies: 0, models: 'until_deleted', pictures: 0 },
    },
    licence: { name: 'own', allowsCommercialUse: true },
  },
  headshotsFrom,
  cares: CARES,
}
