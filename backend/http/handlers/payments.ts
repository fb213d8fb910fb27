import type { paymentEndpoints } from '#contract/payments.ts'
import type { Checkout, Refunds } from '#backend/features/checkout/service.ts'
import type { PaymentEvents } from '#backend/features/payment-events/service.ts'
import { receiptsOf } from '#backend/features/payments/service.ts'
import type { Receipts } from '#backend/features/receipts/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'
import type { Database } from '#backend/providers/database/port.ts'

export interface PaymentFeatures {
  database: Database
  checkout: Checkout
  refunds: Refunds
  paymentEvents: PaymentEvents
  receipts: Receipts
}

export function createPaymentHandlers({
  database,
  checkout,
  refunds,
  paymentEvents,
  receipts,
}: PaymentFeatures): HandlersOf<typeof paymentEndpoints> {
  return {
    createCheckoutSession: ({ uid, body: { personid: personId, ...wish } }) =>
      checkout.purchase({ uid, personId, ...wish }),
    confirmPayment: ({ uid, body }) => checkout.confirm(uid, body.paymentId),
    resumePayment: ({ uid, body }) => checkout.resume(uid, body.paymentId),
    cancelPayment: ({ uid, body }) => checkout.cancel(uid, body.paymentId),
    getPayments: async ({ uid }) => ({ payments: await receiptsOf(database.queries, uid) }),
    getReceiptPdf: ({ uid, query, locale }) => receipts.pdf(uid, query.paymentId, locale),
    refundBundle: ({ uid, body }) => refunds.giveBack(uid, body.personid, body.bundleid),
    receiveStripeEvent: async ({ rawBody, headers }) => {
      await paymentEvents.receive('orders', rawBody, headers['stripe-signature'])
      return { received: true }
    },
    receiveStripeSeatEvent: async ({ rawBody, headers }) => {
      await paymentEvents.receive('seats', rawBody, headers['stripe-signature'])
      return { received: true }
    },
  }
}
