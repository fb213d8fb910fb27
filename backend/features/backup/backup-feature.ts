import { EVERY_NIGHT, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import type { JobName } from '#backend/jobs/catalogue.ts'
import { makeBackup } from './backup-service.ts'

/** Keys of lost files in one line of the log. */
const LOST_SHOWN = 20

export function backupFeature(deps: FeatureDeps) {
  const { database, storage, backup } = deps
  const schedule: Partial<Record<JobName, string>> = backup ? { 'make-backup': EVERY_NIGHT } : {}
  return {
    work: ({ log }) => ({
      jobs: {
        'make-backup': {
          run: async (_payload, signal) => {
            if (!backup) return
            const { deletedMeanwhile, lost, ...summary } = await makeBackup(
              { database, storage, ...backup },
              signal,
            )
            log.info({ ...summary, deletedMeanwhile: deletedMeanwhile.length }, 'back-up made')
            if (lost.length > 0)
              log.error(
                { lost: lost.slice(0, LOST_SHOWN), count: lost.length },
                'storage lacks files of rows',
              )
          },
          // The metric of the last one tells.
          async giveUp() {},
        },
      },
    }),
    schedule,
  } satisfies Feature
}
