import { z } from 'zod'
import { HeadshotRating, UserImageKey } from './bundles.ts'
import { defineEndpoint } from './endpoint.ts'
import { PersonName } from './persons.ts'

/** active -> expired | revoked */
export const ShareState = z.enum(['active', 'expired', 'revoked'])
export type ShareState = z.infer<typeof ShareState>

/** The secret part of a link, or of a recipient: 128 random bits, base64url. */
export const ShareToken = z.string().regex(/^[\w-]{22}$/)

/** How long a link may be valid from now on. */
export const ShareDays = z.int().min(1).max(365)

/** A headshot as a link's holder sees it: neither in full size nor to be saved. */
export const SharedHeadshot = z
  .object({
    userImageKey: UserImageKey,
    thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide' }),
    rating: HeadshotRating.meta({ description: 'What this recipient thinks of it; none without one' }),
  })
  .meta({ id: 'SharedHeadshot' })
export type SharedHeadshot = z.infer<typeof SharedHeadshot>

/** A person as a link's holder sees them, without any other data. */
export const SharedPerson = z
  .object({
    name: z
      .string()
      .nullable()
      .meta({ description: 'As the owner wants it shown by this link; null where they want none' }),
    headshots: z
      .array(SharedHeadshot)
      .meta({ description: 'Those that are ready, newest bundle first, best first in each' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'SharedPerson' })
export type SharedPerson = z.infer<typeof SharedPerson>

/** A link as its owner gets it, once: the token is not stored in plain text. */
export const ShareLink = z
  .object({ shareId: z.uuid(), token: ShareToken, expiresAt: z.iso.datetime() })
  .meta({ id: 'ShareLink' })
export type ShareLink = z.infer<typeof ShareLink>

/** A link, and the votes it brought. */
export const GivenShare = z
  .object({
    shareId: z.uuid(),
    state: ShareState,
    shownName: z.string().nullable().meta({ description: 'Null where no name is shown' }),
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    voterCount: z.int().nonnegative().meta({ description: 'Recipients who voted or rated' }),
    voteCount: z.int().nonnegative().meta({ description: 'Pairs they voted on' }),
  })
  .meta({ id: 'GivenShare' })
export type GivenShare = z.infer<typeof GivenShare>

/**
 * Where a headshot stands by what recipients prefer: strengths are log-odds against the average headshot shown, so that
 * one of strength s is preferred to one of strength t with probability 1 / (1 + exp(t - s)).
 */
export const RankedHeadshot = z
  .object({
    userImageKey: UserImageKey,
    bundleId: z.uuid(),
    thumbnailUrl: z.url().meta({ description: 'Signed WebP, 480 px wide' }),
    rank: z.int().positive().meta({ description: 'From 1, the best; equals share one' }),
    strength: z.number(),
    standardError: z.number().nonnegative(),
    low: z.number().meta({ description: 'The strength is between low and high with a probability of 95 %' }),
    high: z.number(),
    winCount: z.int().nonnegative(),
    lossCount: z.int().nonnegative(),
    likedCount: z.int().nonnegative(),
    lovedCount: z.int().nonnegative(),
  })
  .meta({ id: 'RankedHeadshot' })
export type RankedHeadshot = z.infer<typeof RankedHeadshot>

/** A recipient who opened a link and voted. */
export const Recipient = z
  .object({
    recipientId: z.uuid(),
    shareId: z.uuid(),
    name: z.string().nullable().meta({ description: 'Null until they gave one' }),
    voteCount: z.int().nonnegative(),
    ratingCount: z.int().nonnegative(),
    registeredAt: z.iso.datetime(),
    lastActiveAt: z.iso.datetime(),
  })
  .meta({ id: 'Recipient' })
export type Recipient = z.infer<typeof Recipient>

export const ShareResults = z
  .object({
    voterCount: z.int().nonnegative(),
    voteCount: z.int().nonnegative(),
    ranking: z.array(RankedHeadshot).meta({ description: 'Every headshot that links show, best first' }),
    recipients: z.array(Recipient).meta({ description: 'Latest first; the earliest are left out of many' }),
  })
  .meta({ id: 'ShareResults' })
export type ShareResults = z.infer<typeof ShareResults>

/** One recipient's votes. */
export const RecipientVotes = z
  .object({
    votes: z
      .array(z.object({ winnerKey: UserImageKey, loserKey: UserImageKey, votedAt: z.iso.datetime() }))
      .meta({ description: 'Latest first' }),
    ratings: z.array(z.object({ userImageKey: UserImageKey, rating: HeadshotRating })),
  })
  .meta({ id: 'RecipientVotes' })
export type RecipientVotes = z.infer<typeof RecipientVotes>

const owned = { aliases: [], auth: 'verified' } as const
const personQuery = z.object({ person_id: z.uuid() })

/** What the owner of a person does with its links; `recipientEndpoints` is what their holders do. */
export const sharingEndpoints = {
  getShareLink: defineEndpoint({
    ...owned,
    method: 'GET',
    path: '/person_share/share-link',
    rate: 'write',
    summary: 'A new link by which others see a person, for 30 days; links given out before stay valid',
    query: personQuery,
    response: ShareLink,
    errors: ['person_not_found'],
  }),
  getShareLinks: defineEndpoint({
    ...owned,
    method: 'GET',
    path: '/person_share/links',
    rate: 'read',
    summary: 'The links of a person: those that are valid, then the latest that have ended',
    query: personQuery,
    response: z.object({ links: z.array(GivenShare) }),
    errors: ['person_not_found'],
  }),
  changeShareLink: defineEndpoint({
    ...owned,
    method: 'PUT',
    path: '/person_share/link',
    rate: 'write',
    summary: 'Chooses how long a link stays valid from now on, and under which name it shows the person',
    query: z.object({ share_id: z.uuid() }),
    body: z.object({
      expiresInDays: ShareDays.optional(),
      shownName: PersonName.nullable().optional().meta({ description: 'Null: none. Absent: as it is' }),
    }),
    response: GivenShare,
    errors: ['share_not_found', 'share_ended'],
  }),
  revokeShareLink: defineEndpoint({
    ...owned,
    method: 'POST',
    path: '/person_share/revoke',
    rate: 'write',
    summary: 'Ends a link at once, with the tokens of all who came by it; what they said stays',
    query: z.object({ share_id: z.uuid() }),
    response: z.object({ shareId: z.uuid() }),
    errors: ['share_not_found'],
  }),
  getShareResults: defineEndpoint({
    ...owned,
    method: 'GET',
    path: '/person_share/results',
    rate: 'read',
    summary: 'What recipients of all links prefer, with how sure that is, and who they are',
    query: personQuery,
    response: ShareResults,
    errors: ['person_not_found'],
  }),
  getRecipientVotes: defineEndpoint({
    ...owned,
    method: 'GET',
    path: '/person_share/recipient-votes',
    rate: 'read',
    summary: 'What one recipient said',
    query: z.object({ recipient_id: z.uuid() }),
    response: RecipientVotes,
    errors: ['recipient_not_found'],
  }),
  removeRecipient: defineEndpoint({
    ...owned,
    method: 'POST',
    path: '/person_share/remove-recipient',
    rate: 'write',
    summary: 'Takes a recipient away with all they said',
    query: z.object({ recipient_id: z.uuid() }),
    response: z.object({ recipientId: z.uuid() }),
    errors: ['recipient_not_found'],
  }),
}
