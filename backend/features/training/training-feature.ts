import { createEngineRelease } from '#backend/features/engine-release.ts'
import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createTrainings } from './training-service.ts'

/** Training a person, and giving back what an engine holds. */
export function trainingFeature(deps: FeatureDeps) {
  return {
    work({ engine, log }) {
      const trainings = createTrainings({ ...deps, engine })
      const release = createEngineRelease({ engine })
      return {
        jobs: {
          'train-person': {
            run: ({ trainingId }, signal) => trainings.run(trainingId, signal),
            giveUp: ({ trainingId }) => trainings.giveUp(trainingId, 'engine_failed'),
          },
          'cancel-engine-job': {
            run: (payload) => release.cancel(payload),
            // The engine's job ends by itself, and its result is not stored.
            async giveUp() {},
          },
          'delete-model': {
            run: (payload) => release.deleteModel(payload),
            async giveUp(payload) {
              log.error(payload, 'a model could not be deleted at the engine')
              return Promise.resolve()
            },
          },
        },
        reconcile: { trainings: (round) => trainings.reconcile(round) },
      }
    },
  } satisfies Feature
}
