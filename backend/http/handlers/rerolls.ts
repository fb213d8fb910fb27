import type { rerollEndpoints } from '#contract/rerolls.ts'
import type { RerollRequests } from '#backend/features/bundles/reroll-requests.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface RerollFeatures {
  rerollRequests: RerollRequests
}

export function createRerollHandlers({ rerollRequests }: RerollFeatures): HandlersOf<typeof rerollEndpoints> {
  return {
    rerollHeadshot: ({ uid, body, idempotencyKey: requestKey }) =>
      rerollRequests.reroll(uid, body.userImageKey, requestKey, body.cares),
    reportFlaw: ({ uid, body }) => rerollRequests.reportFlaw(uid, body),
  }
}
