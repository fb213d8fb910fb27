import { ProductError } from '#contract/errors.ts'
import { CURRENCY_BY_LOCALE } from '#contract/money.ts'
import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createReferrals } from '#backend/features/referrals/referrals-service.ts'
import { createCheckout, createOffers, createRefunds } from './checkout-service.ts'

const DEFAULT_CURRENCY = 'USD'

export function checkoutFeature(deps: FeatureDeps) {
  const checkout = createCheckout(deps)
  const offers = createOffers(deps)
  const refunds = createRefunds(deps)
  const referrals = createReferrals(deps)
  return {
    handlers: {
      getPossibleBundles: ({ uid, query }) =>
        offers.to(uid, query.personid, query.currency ?? DEFAULT_CURRENCY),
      createCheckoutSession: ({
        uid,
        locale,
        idempotencyKey: orderKey,
        body: { personid: personId, ...request },
      }) => checkout.purchase({ uid, personId, locale, orderKey, ...request }),
      confirmPayment: ({ uid, body }) => checkout.confirm(uid, body.paymentId),
      resumePayment: ({ uid, body }) => checkout.resume(uid, body.paymentId),
      cancelPayment: ({ uid, body }) => checkout.cancel(uid, body.paymentId),
      refundBundle: ({ uid, body }) => refunds.giveBack(uid, body.personid, body.bundleid),
      useReferralCredits: async ({ uid, body, locale, idempotencyKey: orderKey }) => {
        const { personid: personId, ...chosen } = body
        const currency = CURRENCY_BY_LOCALE[locale]
        const session = await checkout.purchase({
          uid,
          personId,
          currency,
          locale,
          orderKey,
          ...chosen,
          withCredits: true,
        })
        if (session.status === 'processing') throw new ProductError('payment_processing')
        if (session.status !== 'fulfilled') throw new Error('credits do not go on at a page')
        const { bundleId, isRepeat } = session
        const { credits } = await referrals.standingOf(uid)
        return { bundleId, credits, isRepeat }
      },
    },
    work: () => ({
      jobs: {
        'refund-payment': {
          run: ({ paymentId }) => refunds.refund(paymentId),
          giveUp: ({ paymentId }, error) => refunds.giveUp(paymentId, error),
        },
      },
      reconcile: {
        purchases: (round) => checkout.reconcile(round),
        refunds: (round) => refunds.reconcile(round),
      },
    }),
  } satisfies Feature
}
