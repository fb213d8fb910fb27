import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createRepairs } from './repairs-service.ts'

export function repairsFeature(deps: FeatureDeps) {
  const repairs = createRepairs(deps)
  return {
    handlers: {
      repairBundle: ({ uid, body }) => repairs.repair(uid, body.personid, body.bundleid),
    },
  } satisfies Feature
}
