import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createPreviews } from './previews-service.ts'

export function previewsFeature(deps: FeatureDeps) {
  return {
    work({ eye }) {
      const previews = createPreviews({ ...deps, eye })
      return {
        jobs: {
          'make-preview': {
            run: ({ personId, selfieId }, signal) => previews.make(personId, selfieId, signal),
            giveUp: ({ personId, selfieId }) => previews.giveUp(personId, selfieId),
          },
          'make-samples': {
            run: ({ personId, selfieId }, signal) => previews.makeSamples(personId, selfieId, signal),
            giveUp: ({ personId, selfieId }) => previews.giveUpSamples(personId, selfieId),
          },
        },
        reconcile: { previews: (round) => previews.reconcile(round) },
      }
    },
  } satisfies Feature
}
