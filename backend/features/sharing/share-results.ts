import { and, asc, count, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { ProductError } from '#contract/errors.ts'
import type { RankedHeadshot, Recipient, RecipientVotes, ShareResults } from '#contract/sharing.ts'
import { findPerson } from '#backend/features/persons/persons-service.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { findShown, type ShownHeadshot } from './shown-headshots.ts'
import { rankingInputOf, type RankingInput } from './ranking-input.ts'

const { persons, recipientRatings, recipients, shares, votes } = tables

/** Recipients that are listed; the rest counts, and is left out. */
const RECIPIENTS_MAX_LISTED = 500
/** Half the width of an interval of 95 % of the normal distribution, in standard errors. */
const INTERVAL_95 = 1.96
/** Strengths closer than this count as equal: they differ by rounding alone. */
const SAME_STRENGTH = 1e-6

export type Results = ReturnType<typeof createResults>

/** An owner's view of their links' recipients and their votes. */
export function createResults({ database, storage }: { database: Database; storage: Storage }) {
  const { queries } = database

  return {
    /** @throws ProductError person_not_found */
    async ofPerson(uid: string, personId: string): Promise<ShareResults> {
      await findPerson(queries, uid, personId)
      const shown = await findShown(queries, personId)
      const standing = await rankingInputOf(queries, personId, shown)
      const ratings = await ratingsOf(queries, personId)
      const [voters] = await queries
        .select({ count: count() })
        .from(shares)
        .innerJoin(recipients, eq(recipients.shareId, shares.id))
        .where(and(eq(shares.personId, personId), isNotNull(recipients.lastActiveAt)))
      const ranking = ranked(shown, standing).map(async ({ thumbnailKey, ...headshot }) => ({
        ...headshot,
        thumbnailUrl: await storage.signUrl(thumbnailKey, { mediaType: 'image/webp' }),
        likedCount: ratings.get(`${headshot.userImageKey} liked`) ?? 0,
        lovedCount: ratings.get(`${headshot.userImageKey} loved`) ?? 0,
      }))
      return {
        voterCount: voters?.count ?? 0,
        voteCount: standing.wins.reduce((sum, wins) => sum + wins.count, 0),
        ranking: await Promise.all(ranking),
        recipients: await recipientsOf(queries, personId),
      }
    },

    /** @throws ProductError recipient_not_found */
    async ofRecipient(uid: string, recipientId: string): Promise<RecipientVotes> {
      const [own] = await ownRecipients(queries, uid, recipientId)
      if (!own) throw new ProductError('recipient_not_found')
      const cast = await queries
        .select()
        .from(votes)
        .where(eq(votes.recipientId, recipientId))
        .orderBy(desc(votes.updatedAt), asc(votes.firstHeadshot), asc(votes.secondHeadshot))
      const ratings = await queries
        .select({ userImageKey: recipientRatings.headshot, rating: recipientRatings.rating })
        .from(recipientRatings)
        .where(eq(recipientRatings.recipientId, recipientId))
        .orderBy(desc(recipientRatings.updatedAt), asc(recipientRatings.headshot))
      return {
        votes: cast.map((vote) => ({
          winnerKey: vote.prefersFirst ? vote.firstHeadshot : vote.secondHeadshot,
          loserKey: vote.prefersFirst ? vote.secondHeadshot : vote.firstHeadshot,
          votedAt: vote.updatedAt.toISOString(),
        })),
        ratings,
      }
    },

    /** Takes a recipient away with all they said. @throws ProductError recipient_not_found */
    async removeRecipient(uid: string, recipientId: string): Promise<void> {
      const removed = await queries
        .delete(recipients)
        .where(inArray(recipients.id, ownRecipients(queries, uid, recipientId)))
        .returning({ id: recipients.id })
      if (!removed[0]) throw new ProductError('recipient_not_found')
    },
  }
}

type RankedRow = Omit<RankedHeadshot, 'thumbnailUrl' | 'likedCount' | 'lovedCount'> &
  Pick<ShownHeadshot, 'thumbnailKey'>

/** Best first; equal headshots share a rank, in the order in which links show them. */
function ranked(shown: readonly ShownHeadshot[], { ranking, wins }: RankingInput): RankedRow[] {
  const total = (side: 'winner' | 'loser', position: number) =>
    wins.reduce((sum, pair) => (pair[side] === position ? sum + pair.count : sum), 0)
  const rows = shown.map((headshot, position) => {
    const { strength, standardError } = ranking.standings[position] ?? { strength: 0, standardError: 0 }
    return {
      ...headshot,
      strength,
      standardError,
      low: strength - INTERVAL_95 * standardError,
      high: strength + INTERVAL_95 * standardError,
      winCount: total('winner', position),
      lossCount: total('loser', position),
    }
  })
  const isBetter = (one: number, other: number) => one > other + SAME_STRENGTH
  return rows
    .map((row) => ({
      ...row,
      rank: 1 + rows.filter((other) => isBetter(other.strength, row.strength)).length,
    }))
    .sort((one, other) => one.rank - other.rank)
}

const ownRecipients = (queries: Queries, uid: string, recipientId: string) =>
  queries
    .select({ id: recipients.id })
    .from(recipients)
    .innerJoin(shares, eq(shares.id, recipients.shareId))
    .innerJoin(persons, eq(persons.id, shares.personId))
    .where(and(eq(recipients.id, recipientId), eq(persons.uid, uid)))

/** How many gave each rating, by headshot and rating. */
async function ratingsOf(queries: Queries, personId: string): Promise<Map<string, number>> {
  const rows = await queries
    .select({ headshot: recipientRatings.headshot, rating: recipientRatings.rating, count: count() })
    .from(shares)
    .innerJoin(recipients, eq(recipients.shareId, shares.id))
    .innerJoin(recipientRatings, eq(recipientRatings.recipientId, recipients.id))
    .where(eq(shares.personId, personId))
    .groupBy(recipientRatings.headshot, recipientRatings.rating)
  return new Map(rows.map((row) => [`${row.headshot} ${row.rating}`, row.count]))
}

/** Recipients with a name or a vote, latest first. */
async function recipientsOf(queries: Queries, personId: string): Promise<Recipient[]> {
  const lastActiveAt = sql`coalesce(${recipients.lastActiveAt}, ${recipients.createdAt})`
  const rows = await queries
    .select({ recipient: recipients })
    .from(shares)
    .innerJoin(recipients, eq(recipients.shareId, shares.id))
    .where(
      and(eq(shares.personId, personId), or(isNotNull(recipients.name), isNotNull(recipients.lastActiveAt))),
    )
    .orderBy(desc(lastActiveAt), asc(recipients.id))
    .limit(RECIPIENTS_MAX_LISTED)
  const ids = rows.map(({ recipient }) => recipient.id)
  const voteCounts = await countsOf(queries, votes, ids)
  const ratingCounts = await countsOf(queries, recipientRatings, ids)
  return rows.map(({ recipient }) => ({
    recipientId: recipient.id,
    shareId: recipient.shareId,
    name: recipient.name,
    voteCount: voteCounts.get(recipient.id) ?? 0,
    ratingCount: ratingCounts.get(recipient.id) ?? 0,
    registeredAt: recipient.createdAt.toISOString(),
    lastActiveAt: (recipient.lastActiveAt ?? recipient.createdAt).toISOString(),
  }))
}

/** Row counts of each recipient in a table of votes or ratings. */
async function countsOf(
  queries: Queries,
  table: typeof votes | typeof recipientRatings,
  recipientIds: string[],
): Promise<Map<string, number>> {
  const rows = await queries
    .select({ recipientId: table.recipientId, count: count() })
    .from(table)
    .where(inArray(table.recipientId, recipientIds))
    .groupBy(table.recipientId)
  return new Map(rows.map((row) => [row.recipientId, row.count]))
}
