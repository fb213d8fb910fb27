import type { creditEndpoints } from '#contract/credits.ts'
import type { Credits } from '#backend/features/credits/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface CreditFeatures {
  credits: Credits
}

export function createCreditHandlers({ credits }: CreditFeatures): HandlersOf<typeof creditEndpoints> {
  return {
    getCreditEntries: async ({ uid }) => ({ entries: await credits.entriesOf(uid) }),
    registerSocialMediaShare: ({ uid, body }) => credits.registerSocialShare(uid, body.channel),
  }
}
