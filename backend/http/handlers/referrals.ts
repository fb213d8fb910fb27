import { CURRENCY_BY_LOCALE } from '#contract/money.ts'
import type { referralEndpoints } from '#contract/referrals.ts'
import type { Checkout } from '#backend/features/checkout/service.ts'
import type { Referrals } from '#backend/features/referrals/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface ReferralFeatures {
  checkout: Checkout
  referrals: Referrals
}

export function createReferralHandlers({
  checkout,
  referrals,
}: ReferralFeatures): HandlersOf<typeof referralEndpoints> {
  return {
    checkReferralCode: ({ query }) => referrals.isGood(query.code),
    getReferralCredits: ({ uid }) => referrals.standingOf(uid),
    getReferralCode: async ({ uid }) => ({ code: await referrals.codeOf(uid) }),
    registerCodeShared: async ({ uid, query }) => {
      await referrals.registerShared(uid, query.code)
      return { registered: true }
    },
    useReferralCredits: async ({ uid, body, locale }) => {
      const { personid: personId, ...chosen } = body
      const currency = CURRENCY_BY_LOCALE[locale]
      const session = await checkout.purchase({
        uid,
        personId,
        ...chosen,
        currency,
        locale,
        withCredits: true,
      })
      if (session.status !== 'fulfilled') throw new Error('credits do not go on at a page')
      const { bundleId, isRepeat } = session
      const { credits } = await referrals.standingOf(uid)
      return { bundleId, credits, isRepeat }
    },
    registerUserReferred: async ({ uid, body }) => {
      await referrals.register(uid, body.referal_code)
      return { registered: true }
    },
  }
}
