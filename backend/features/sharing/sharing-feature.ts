import { EVERY_EVENING, type Feature, type FeatureDeps } from '#backend/features/feature.ts'
import { createRecipients } from './share-recipients.ts'
import { createResults } from './share-results.ts'
import { createSharing } from './sharing-service.ts'
import { createSummaries } from './vote-summaries.ts'

export function sharingFeature(deps: FeatureDeps) {
  const sharing = createSharing(deps)
  const recipients = createRecipients(deps)
  const results = createResults(deps)
  return {
    handlers: {
      getShareLink: ({ uid, query }) => sharing.createShare(uid, query.person_id),
      getShareLinks: async ({ uid, query }) => ({ links: await sharing.listShares(uid, query.person_id) }),
      changeShareLink: ({ uid, query, body }) => sharing.changeShare(uid, query.share_id, body),
      revokeShareLink: async ({ uid, query }) => {
        await sharing.revokeShare(uid, query.share_id)
        return { shareId: query.share_id }
      },
      getShareResults: ({ uid, query }) => results.ofPerson(uid, query.person_id),
      getRecipientVotes: ({ uid, query }) => results.ofRecipient(uid, query.recipient_id),
      removeRecipient: async ({ uid, query }) => {
        await results.removeRecipient(uid, query.recipient_id)
        return { recipientId: query.recipient_id }
      },
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
    },
    work({ roundOf }) {
      const summaries = createSummaries(deps)
      return {
        jobs: {
          'summarize-votes': {
            run: async (_payload, signal) => summaries.tellOwners(await roundOf(signal)),
            // An owner who got no mail gets one the next day.
            async giveUp() {},
          },
        },
        reconcile: { shares: (round) => sharing.reconcile(round) },
      }
    },
    schedule: { 'summarize-votes': EVERY_EVENING },
  } satisfies Feature
}

/** The contract has checked the form: pairs by commas, each two keys with a point between them. */
function pairsIn(passed: string | undefined): (readonly [string, string])[] {
  return (passed?.split(',') ?? []).map((pair) => {
    const [one = '', other = ''] = pair.split('.')
    return [one, other]
  })
}
