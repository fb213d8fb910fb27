import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createStatus } from './status-service.ts'

export function statusFeature(deps: Pick<FeatureDeps, 'database'>) {
  const status = createStatus(deps)
  return { handlers: { getServiceStatus: () => status.read() } } satisfies Feature
}
