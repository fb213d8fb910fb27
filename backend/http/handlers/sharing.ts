import type { sharingEndpoints } from '#contract/sharing.ts'
import type { Results } from '#backend/features/sharing/results.ts'
import type { Sharing } from '#backend/features/sharing/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface SharingFeatures {
  sharing: Sharing
  shareResults: Results
}

export function createSharingHandlers({
  sharing,
  shareResults,
}: SharingFeatures): HandlersOf<typeof sharingEndpoints> {
  return {
    getShareLink: ({ uid, query }) => sharing.createShare(uid, query.person_id),
    getShareLinks: async ({ uid, query }) => ({ links: await sharing.listShares(uid, query.person_id) }),
    changeShareLink: ({ uid, query, body }) => sharing.changeShare(uid, query.share_id, body),
    revokeShareLink: async ({ uid, query }) => {
      await sharing.revokeShare(uid, query.share_id)
      return { shareId: query.share_id }
    },
    getShareResults: ({ uid, query }) => shareResults.ofPerson(uid, query.person_id),
    getRecipientVotes: ({ uid, query }) => shareResults.ofRecipient(uid, query.recipient_id),
    removeRecipient: async ({ uid, query }) => {
      await shareResults.removeRecipient(uid, query.recipient_id)
      return { recipientId: query.recipient_id }
    },
  }
}
