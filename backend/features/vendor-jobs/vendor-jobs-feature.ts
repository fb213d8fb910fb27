import { ProductError } from '#contract/errors.ts'
import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { takeHook } from './received-hooks.ts'
import { createVendorJobs } from './vendor-job-records.ts'

export function vendorJobsFeature({ database, engineHooks }: FeatureDeps) {
  const jobs = createVendorJobs(database)
  return {
    handlers: {
      /** @throws ProductError route_not_found where the vendor is not configured, signature_invalid */
      receiveEngineHook: async ({ query: { engine, order: id, attempt }, rawBody, headers }) => {
        const readHook = engineHooks[engine]
        if (!readHook) throw new ProductError('route_not_found')
        const isTaken = await takeHook(
          { jobs, readHook },
          { id, attempt, engine },
          { headers, body: rawBody },
        )
        if (!isTaken) throw new ProductError('signature_invalid')
        return { received: true }
      },
    },
  } satisfies Feature
}
