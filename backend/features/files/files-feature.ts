import { EVERY_TEN_MINUTES, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { databaseTime } from '#backend/features/deadlines.ts'
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
          // Files are a day old by the clock that all processes share.
          run: async (_payload, signal) => files.sweep(await databaseTime(deps.database.queries), signal),
          async giveUp() {},
        },
      },
    }),
    schedule: { 'sweep-files': EVERY_TEN_MINUTES },
  } satisfies Feature
}
