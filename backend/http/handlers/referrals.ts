import type { referralEndpoints } from '#contract/referrals.ts'
import type { Referrals } from '#backend/features/referrals/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface ReferralFeatures {
  referrals: Referrals
}

export function createReferralHandlers({
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
    registerUserReferred: async ({ uid, body }) => {
      await referrals.register(uid, body.referal_code)
      return { registered: true }
    },
  }
}
