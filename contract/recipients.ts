import { z } from 'zod'
import { HeadshotRating, UserImageKey } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'
import { PersonName } from './persons.ts'
import { SharedHeadshot, SharedPerson, ShareToken } from './sharing.ts'

/** The name a recipient chose. */
export const RecipientName = PersonName

/** Two headshots to choose from, in display order; null when no pair is left. */
const NextPair = z.tuple([SharedHeadshot, SharedHeadshot]).nullable()
export const PairQuestion = z
  .object({
    pair: NextPair,
    votedCount: z.int().nonnegative().meta({ description: 'Pairs this recipient voted on' }),
    pairCount: z.int().nonnegative().meta({ description: 'Pairs they may vote on in all' }),
  })
  .meta({ id: 'PairQuestion' })
export type PairQuestion = z.infer<typeof PairQuestion>

/** The answer to a vote. */
const AfterVote = PairQuestion.extend({
  isRepeat: z.boolean().meta({ description: 'They had voted on this pair; this is their word on it now' }),
}).meta({ id: 'AfterVote' })
export type AfterVote = z.infer<typeof AfterVote>

/** Pairs the recipient would rather not decide on, each as two keys with a point between them. */
export const PASSED_PAIRS_MAX = 40
const KEYS = '[\\w-]{22}\\.[\\w-]{22}'
const PassedPairs = z.string().regex(new RegExp(`^${KEYS}(,${KEYS}){0,${PASSED_PAIRS_MAX - 1}}$`))

const held = { aliases: [], rate: 'share' } as const
const tokenQuery = z.object({ token: ShareToken })
const shareQuery = z.object({ share_id: z.uuid(), token: ShareToken })

/**
 * What the holders of a link do, without an account. A link's token shows the person and registers recipients; each has
 * a token of their own for everything else, which ends with the link.
 */
export const recipientEndpoints = {
  getSharedPerson: defineEndpoint({
    ...held,
    method: 'GET',
    path: '/person_share/person',
    auth: 'share',
    summary: 'What the holder of a link, or a recipient who came by it, may see of a person',
    query: shareQuery,
    response: SharedPerson,
    errors: [],
  }),
  registerRecipient: defineEndpoint({
    ...held,
    method: 'POST',
    path: '/person_share/register-recipient',
    auth: 'share',
    idempotent: true,
    summary: 'Makes the holder of a link a recipient, whose token is answered once',
    query: shareQuery,
    response: z.object({ recipientId: z.uuid(), token: ShareToken }),
    errors: ['recipient_limit_reached'],
  }),
  getRecipientName: defineEndpoint({
    ...held,
    method: 'GET',
    path: '/person_share/recipient-name',
    auth: 'recipient',
    summary: 'What the recipient calls themself',
    query: tokenQuery,
    response: z.object({ name: z.string().nullable() }),
    errors: [],
  }),
  setRecipientName: defineEndpoint({
    ...held,
    method: 'POST',
    path: '/person_share/recipient-name',
    auth: 'recipient',
    summary: 'Tells the owner who the recipient is',
    query: tokenQuery.extend({ name: RecipientName }),
    response: z.object({ name: z.string() }),
    errors: [],
  }),
  rateSharedHeadshot: defineEndpoint({
    ...held,
    method: 'POST',
    path: '/person_share/person/image-rating',
    auth: 'recipient',
    summary: 'Says what the recipient thinks of a headshot that was shared; none takes it back',
    query: tokenQuery,
    body: z.object({ userImageKey: UserImageKey, rating: HeadshotRating }),
    response: z.object({ userImageKey: UserImageKey, rating: HeadshotRating }),
    errors: ['headshot_not_found'],
  }),
  getNextPair: defineEndpoint({
    ...held,
    method: 'GET',
    path: '/person_share/person/pair',
    auth: 'recipient',
    summary:
      'The pair whose vote would tell most, of those the recipient has neither voted on nor passed over',
    query: tokenQuery.extend({
      passed: PassedPairs.optional().meta({
        description: 'Pairs to leave out this time, by commas, each as two keys with a point between them',
      }),
    }),
    response: PairQuestion,
    errors: [],
  }),
  votePair: defineEndpoint({
    ...held,
    method: 'POST',
    path: '/person_share/person/vote',
    auth: 'recipient',
    summary: 'Prefers one headshot to another; the last word on a pair counts. Answers the next pair',
    query: tokenQuery,
    body: z.object({ winnerKey: UserImageKey, loserKey: UserImageKey }),
    response: AfterVote,
    errors: ['headshot_not_found', 'vote_limit_reached'],
  }),
}
