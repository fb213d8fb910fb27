import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createReferrals } from './referrals-service.ts'

export function referralsFeature(deps: FeatureDeps) {
  const referrals = createReferrals(deps)
  return {
    handlers: {
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
    },
  } satisfies Feature
}
