import type { analyticsEndpoints } from '#contract/analytics.ts'
import type { Reports } from '#backend/features/analytics/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface AnalyticsFeatures {
  reports: Reports
}

export function createAnalyticsHandlers({
  reports,
}: AnalyticsFeatures): HandlersOf<typeof analyticsEndpoints> {
  return {
    reportAcquisitionChannel: async ({ body }) => {
      await reports.acquisition(body)
      return { recorded: true }
    },
    reportCustomerInteraction: async ({ body }) => {
      await reports.interaction(body)
      return { recorded: true }
    },
  }
}
