import { PASSED_PAIRS_MAX, type PairQuestion } from '#contract/recipients.ts'

/** Keys of two headshots, in the order in which they are shown: left, right. */
export type Pair = readonly [string, string]

export interface VotingState {
  /** Undefined while loading, null when no pair is left. */
  pair: Pair | null | undefined
  votedCount: number
  pairCount: number
  /** Voted on here, the latest last: the way back. */
  voted: readonly Pair[]
  /** Not decided on; not asked again on this visit. */
  passed: readonly Pair[]
}

export type VotingEvent =
  | { kind: 'asked'; question: PairQuestion }
  | { kind: 'voted'; pair: Pair; question: PairQuestion }
  | { kind: 'passed'; pair: Pair }
  | { kind: 'back' }

export const NOT_ASKED: VotingState = { pair: undefined, votedCount: 0, pairCount: 0, voted: [], passed: [] }

/** The state after an answer or an action; pure. */
export function nextVoting(state: VotingState, event: VotingEvent): VotingState {
  switch (event.kind) {
    case 'asked':
      return { ...state, ...countsOf(event.question), pair: keysOf(event.question) }
    case 'voted': {
      const next = keysOf(event.question)
      const isPassed = next !== null && state.passed.some((pair) => isSamePair(pair, next))
      return {
        ...state,
        ...countsOf(event.question),
        // A pair that was skipped is requested again, without those.
        pair: isPassed ? undefined : next,
        voted: [...state.voted.filter((pair) => !isSamePair(pair, event.pair)), event.pair],
      }
    }
    case 'passed':
      return {
        ...state,
        pair: undefined,
        passed: [...state.passed, event.pair].slice(-PASSED_PAIRS_MAX),
      }
    case 'back': {
      const last = state.voted.at(-1)
      return last === undefined ? state : { ...state, pair: last, voted: state.voted.slice(0, -1) }
    }
  }
}

/** The pairs to leave out, as the call wants them. */
export function passedParameter(passed: readonly Pair[]): string | undefined {
  return passed.length === 0 ? undefined : passed.map((pair) => pair.join('.')).join(',')
}

const LEAST_ADVISED = 6
const MOST_ADVISED = 20

/** How many votes of one friend help already: about one for each headshot, and never an evening's work. */
export function advisedCount(headshotCount: number, pairCount: number): number {
  return Math.min(pairCount, Math.max(LEAST_ADVISED, Math.min(MOST_ADVISED, headshotCount)))
}

const isSamePair = ([one, other]: Pair, pair: Pair) => pair.includes(one) && pair.includes(other)

const countsOf = ({ votedCount, pairCount }: PairQuestion) => ({ votedCount, pairCount })

function keysOf({ pair }: PairQuestion): Pair | null {
  return pair && [pair[0].userImageKey, pair[1].userImageKey]
}
