import type { accountEndpoints } from '#contract/account.ts'
import type { Exports } from '#backend/features/account/exports.ts'
import type { Account } from '#backend/features/account/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface AccountFeatures {
  account: Account
  exports: Exports
}

export function createAccountHandlers(features: AccountFeatures): HandlersOf<typeof accountEndpoints> {
  const { account, exports } = features
  return {
    getProfile: ({ uid }) => account.profile(uid),
    updateProfile: ({ uid, body }) => account.update(uid, body),
    withdrawConsent: async ({ uid, query }) => {
      await account.withdrawConsent(uid, query.personid)
      return { personId: query.personid }
    },
    signOutEverywhere: async ({ uid }) => {
      await account.signOutEverywhere(uid)
      return { signedOut: true }
    },
    deleteUser: async ({ uid }) => ({ requestedAt: (await account.requestDeletion(uid)).toISOString() }),
    requestExport: ({ uid }) => exports.request(uid),
    getExport: async ({ uid }) => ({ export: await exports.latest(uid) }),
  }
}
