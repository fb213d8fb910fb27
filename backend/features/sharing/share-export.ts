import { asc, eq, inArray } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'

const { persons, recipientRatings, recipients, shares, votes } = tables

/** The links of a user's persons with all that was said by them, for the export of their data. No token is known. */
export async function exportOf(queries: Queries, uid: string) {
  const links = await queries
    .select({
      shareId: shares.id,
      personId: shares.personId,
      state: shares.state,
      shownName: shares.shownName,
      createdAt: shares.createdAt,
      expiresAt: shares.expiresAt,
    })
    .from(shares)
    .innerJoin(persons, eq(persons.id, shares.personId))
    .where(eq(persons.uid, uid))
    .orderBy(asc(shares.createdAt), asc(shares.id))
  const shareIds = links.map(({ shareId }) => shareId)
  const joined = await queries
    .select({
      recipientId: recipients.id,
      shareId: recipients.shareId,
      name: recipients.name,
      registeredAt: recipients.createdAt,
      lastActiveAt: recipients.lastActiveAt,
    })
    .from(recipients)
    .where(inArray(recipients.shareId, shareIds))
    .orderBy(asc(recipients.createdAt), asc(recipients.id))
  const recipientIds = joined.map(({ recipientId }) => recipientId)
  const cast = await queries
    .select()
    .from(votes)
    .where(inArray(votes.recipientId, recipientIds))
    .orderBy(asc(votes.updatedAt), asc(votes.firstHeadshot), asc(votes.secondHeadshot))
  const rated = await queries
    .select()
    .from(recipientRatings)
    .where(inArray(recipientRatings.recipientId, recipientIds))
    .orderBy(asc(recipientRatings.updatedAt), asc(recipientRatings.headshot))
  const votesOf = Map.groupBy(cast, ({ recipientId }) => recipientId)
  const ratingsOf = Map.groupBy(rated, ({ recipientId }) => recipientId)
  const recipientsOf = Map.groupBy(joined, ({ shareId }) => shareId)
  return links.map((link) => ({
    ...link,
    recipients: (recipientsOf.get(link.shareId) ?? []).map(
      ({ recipientId, name, registeredAt, lastActiveAt }) => ({
        name,
        registeredAt,
        lastActiveAt,
        votes: (votesOf.get(recipientId) ?? []).map((vote) => ({
          winnerKey: vote.prefersFirst ? vote.firstHeadshot : vote.secondHeadshot,
          loserKey: vote.prefersFirst ? vote.secondHeadshot : vote.firstHeadshot,
          votedAt: vote.updatedAt,
        })),
        ratings: (ratingsOf.get(recipientId) ?? []).map(({ headshot, rating, updatedAt }) => ({
          userImageKey: headshot,
          rating,
          ratedAt: updatedAt,
        })),
      }),
    ),
  }))
}
