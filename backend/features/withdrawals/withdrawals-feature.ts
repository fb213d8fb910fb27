import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createWithdrawals } from './withdrawals-service.ts'

export function withdrawalsFeature(deps: FeatureDeps) {
  const withdrawals = createWithdrawals(deps)
  return {
    handlers: {
      requestWithdrawal: async ({ body, locale }) => {
        await withdrawals.request({ ...body, locale })
        return { requested: true }
      },
      confirmWithdrawal: ({ body }) => withdrawals.confirm(body.confirmation),
    },
    work: () => ({
      reconcile: { withdrawals: (round) => withdrawals.reconcile(round) },
    }),
  } satisfies Feature
}
