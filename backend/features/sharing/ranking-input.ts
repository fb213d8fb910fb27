import { count, eq } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { rank, type Ranking, type Wins } from './ranking.ts'
import type { ShownHeadshot } from './shown-headshots.ts'

const { recipients, shares, votes } = tables

/** The ranking of a person's shown headshots by the votes of all recipients, in the order of `shown`. */
export interface RankingInput {
  ranking: Ranking
  wins: Wins[]
}

export async function rankingInputOf(
  queries: Queries,
  personId: string,
  shown: readonly ShownHeadshot[],
): Promise<RankingInput> {
  const rows = await queries
    .select({
      first: votes.firstHeadshot,
      second: votes.secondHeadshot,
      prefersFirst: votes.prefersFirst,
      count: count(),
    })
    .from(shares)
    .innerJoin(recipients, eq(recipients.shareId, shares.id))
    .innerJoin(votes, eq(votes.recipientId, recipients.id))
    .where(eq(shares.personId, personId))
    .groupBy(votes.firstHeadshot, votes.secondHeadshot, votes.prefersFirst)
  const positions = new Map(shown.map(({ userImageKey }, position) => [userImageKey, position]))
  const wins = rows.flatMap((row) => {
    const [first, second] = [positions.get(row.first), positions.get(row.second)]
    if (first === undefined || second === undefined) return []
    const [winner, loser] = row.prefersFirst ? [first, second] : [second, first]
    return [{ winner, loser, count: row.count }]
  })
  return { ranking: rank(shown.length, wins), wins }
}
