import type { RankedHeadshot } from '#contract/sharing.ts'

type Interval = Pick<RankedHeadshot, 'low' | 'high' | 'winCount' | 'lossCount'>

/**
 * How far the order can be trusted: no votes · too many could still be the best · a few could · one is clearly first.
 * `candidateCount`: headshots whose interval overlaps that of the first.
 */
export interface Certainty {
  kind: 'none' | 'open' | 'close' | 'clear'
  candidateCount: number
}

/** More candidates than this are no answer. */
const CLOSE_MAX = 3

/** @param ranking best first */
export function certaintyOf(ranking: readonly Interval[]): Certainty {
  const [first] = ranking
  const hasVotes = ranking.some((headshot) => comparisonCount(headshot) > 0)
  if (!first || !hasVotes) return { kind: 'none', candidateCount: ranking.length }
  const candidateCount = ranking.filter(({ high }) => high >= first.low).length
  if (candidateCount === 1) return { kind: 'clear', candidateCount }
  const isAnswer = candidateCount <= CLOSE_MAX && candidateCount < ranking.length
  return { kind: isAnswer ? 'close' : 'open', candidateCount }
}

/** Number of votes on pairs with this headshot. */
export function comparisonCount({ winCount, lossCount }: Pick<Interval, 'winCount' | 'lossCount'>): number {
  return winCount + lossCount
}

/** No bar is drawn wider than the whole for less than this; an untouched strength lies within about two. */
const LEAST_REACH = 2

/** The range of the common scale on both sides of the average, so that every interval fits. */
export function reachOf(ranking: readonly Interval[]): number {
  return Math.max(LEAST_REACH, ...ranking.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
}

/** The position of a strength on a scale of that reach, 0 on the left to 100 on the right. */
export function placeOf(strength: number, reach: number): number {
  return 50 + (50 * Math.min(reach, Math.max(-reach, strength))) / reach
}
