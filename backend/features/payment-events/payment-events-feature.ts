import { EVERY_NIGHT, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { createPaymentEvents } from './payment-events-service.ts'

export function paymentEventsFeature(deps: FeatureDeps) {
  const paymentEvents = createPaymentEvents(deps)
  return {
    handlers: {
      receiveStripeEvent: async ({ rawBody, headers }) => {
        await paymentEvents.receive('orders', rawBody, headers['stripe-signature'])
        return { received: true }
      },
      receiveStripeSeatEvent: async ({ rawBody, headers }) => {
        await paymentEvents.receive('seats', rawBody, headers['stripe-signature'])
        return { received: true }
      },
    },
    work: ({ roundOf }) => ({
      jobs: {
        'settle-payment': {
          run: (subject) => paymentEvents.settleOrder(subject),
          // Asked about again at night.
          async giveUp() {},
        },
        'settle-seats': {
          run: (subject) => paymentEvents.settleSeatOrder(subject),
          async giveUp() {},
        },
        'reconcile-payments': {
          run: async (_payload, signal) => paymentEvents.reconcileNightly(await roundOf(signal)),
          async giveUp() {},
        },
      },
    }),
    schedule: { 'reconcile-payments': EVERY_NIGHT },
  } satisfies Feature
}
