import { EVERY_HOUR, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { createRetention } from './expire-personal-data.ts'

export function retentionFeature(deps: FeatureDeps) {
  const retention = createRetention(deps)
  return {
    work: ({ roundOf }) => ({
      jobs: {
        'expire-data': {
          run: async (_payload, signal) => retention.expire(await roundOf(signal)),
          async giveUp() {},
        },
      },
    }),
    schedule: { 'expire-data': EVERY_HOUR },
  } satisfies Feature
}
