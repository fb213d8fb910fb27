import type { recipientEndpoints } from '#contract/recipients.ts'
import type { Recipients } from '#backend/features/sharing/recipients.ts'
import type { Sharing } from '#backend/features/sharing/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface RecipientFeatures {
  sharing: Sharing
  recipients: Recipients
}

export function createRecipientHandlers({
  sharing,
  recipients,
}: RecipientFeatures): HandlersOf<typeof recipientEndpoints> {
  return {
    getSharedPerson: ({ share }) => sharing.sharedPerson(share),
    registerRecipient: ({ share, idempotencyKey }) => recipients.register(share, idempotencyKey),
    getRecipientName: async ({ recipient }) => ({ name: await recipients.nameOf(recipient) }),
    setRecipientName: async ({ recipient, query: { name } }) => {
      await recipients.rename(recipient, name)
      return { name }
    },
    rateSharedHeadshot: async ({ recipient, body }) => {
      await recipients.rate(recipient, body.userImageKey, body.rating)
      return body
    },
    getNextPair: ({ recipient, query: { passed } }) => recipients.nextPair(recipient, pairsIn(passed)),
    votePair: ({ recipient, body }) => recipients.vote(recipient, body.winnerKey, body.loserKey),
  }
}

/** What the contract let through: two keys with a point between them, by commas. */
function pairsIn(passed: string | undefined): (readonly [string, string])[] {
  return (passed?.split(',') ?? []).map((pair) => {
    const [one = '', other = ''] = pair.split('.')
    return [one, other]
  })
}
