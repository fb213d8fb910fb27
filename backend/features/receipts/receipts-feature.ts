import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { receiptsOf } from '#backend/features/payments/payments-service.ts'
import { createReceipts } from './receipts-service.ts'

export function receiptsFeature(deps: FeatureDeps) {
  const receipts = createReceipts(deps)
  return {
    handlers: {
      getPayments: async ({ uid }) => ({ payments: await receiptsOf(deps.database.queries, uid) }),
      getReceiptPdf: ({ uid, query, locale }) => receipts.pdf(uid, query.paymentId, locale),
    },
  } satisfies Feature
}
