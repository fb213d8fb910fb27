import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createDiscounts } from './discounts-service.ts'

export function discountsFeature(deps: FeatureDeps) {
  const discounts = createDiscounts(deps)
  return {
    handlers: {
      validateDiscount: ({ uid, params, locale }) => discounts.validate(uid, params.code, locale, new Date()),
    },
    work: () => ({
      reconcile: { discounts: (round) => discounts.reconcile(round) },
    }),
  } satisfies Feature
}
