import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createReports } from './analytics-service.ts'

export function analyticsFeature(deps: FeatureDeps) {
  const reports = createReports(deps)
  return {
    handlers: {
      reportAcquisitionChannel: async ({ body }) => {
        await reports.acquisition(body)
        return { recorded: true }
      },
      reportCustomerInteraction: async ({ body }) => {
        await reports.interaction(body)
        return { recorded: true }
      },
    },
    work: () => ({
      jobs: {
        'report-event': {
          run: (payload) => reports.tell(payload),
          // A lost report does not affect a customer.
          async giveUp() {},
        },
      },
    }),
  } satisfies Feature
}
