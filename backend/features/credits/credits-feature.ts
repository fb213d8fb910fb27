import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createCredits } from './credits-service.ts'

export function creditsFeature(deps: FeatureDeps) {
  const credits = createCredits(deps)
  return {
    handlers: {
      getCreditEntries: async ({ uid }) => ({ entries: await credits.entriesOf(uid) }),
      registerSocialMediaShare: ({ uid, body }) => credits.registerSocialShare(uid, body.channel),
    },
  } satisfies Feature
}
