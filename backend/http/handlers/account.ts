import type { accountEndpoints } from '#contract/account.ts'
import type { Account } from '#backend/features/account/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface AccountFeatures {
  account: Account
}

export function createAccountHandlers(features: AccountFeatures): HandlersOf<typeof accountEndpoints> {
  const { account } = features
  return {
    getProfile: ({ uid }) => account.profile(uid),
    updateProfile: ({ uid, body }) => account.update(uid, body),
    withdrawConsent: async ({ uid, query }) => {
      await account.withdrawConsent(uid, query.personid)
      return { personId: query.personid }
    },
    deleteUser: async ({ uid }) => ({ requestedAt: (await account.requestDeletion(uid)).toISOString() }),
  }
}
