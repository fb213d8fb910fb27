import type { paymentEndpoints } from '#contract/payments.ts'
import type { Checkout } from '#backend/features/checkout/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface PaymentFeatures {
  checkout: Checkout
}

export function createPaymentHandlers({ checkout }: PaymentFeatures): HandlersOf<typeof paymentEndpoints> {
  return {
    createCheckoutSession: ({ uid, body }) =>
      checkout.purchase(uid, body.personid, body.styleId, body.currency),
  }
}
