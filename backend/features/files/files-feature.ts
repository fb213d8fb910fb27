import { EVERY_TEN_MINUTES, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { createFiles } from './files-service.ts'

export function filesFeature(deps: FeatureDeps) {
  const files = createFiles(deps)
  return {
    work: () => ({
      jobs: {
        'delete-files': {
          run: (payload, signal) => files.delete(payload, signal),
          // No row names them: the sweep goes on trying.
          async giveUp() {},
        },
        'sweep-files': {
          run: (_payload, signal) => files.sweep(new Date(), signal),
          async giveUp() {},
        },
      },
    }),
    schedule: { 'sweep-files': EVERY_TEN_MINUTES },
  } satisfies Feature
}
