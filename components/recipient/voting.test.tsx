import { describe, expect, test } from '@jest/globals'
import type { PairQuestion } from '#contract/recipients.ts'
import {
  advisedCount,
  nextVoting,
  NOT_ASKED,
  passedParameter,
  type Pair,
  type VotingState,
} from './voting.ts'

const question = (pair: Pair | null, votedCount = 0): PairQuestion => ({
  pair: pair && [shown(pair[0]), shown(pair[1])],
  votedCount,
  pairCount: 10,
})
const shown = (userImageKey: string) => ({
  userImageKey,
  thumbnailUrl: 'https://pictures.test/a',
  rating: 'none' as const,
})
const asked = (pair: Pair | null) => nextVoting(NOT_ASKED, { kind: 'asked', question: question(pair) })

describe('a vote', () => {
  test('leads to the next pair, in the order of the answer', () => {
    const state = nextVoting(asked(['b', 'a']), {
      kind: 'voted',
      pair: ['b', 'a'],
      question: question(['d', 'c'], 1),
    })
    expect(state).toMatchObject({ pair: ['d', 'c'], votedCount: 1, voted: [['b', 'a']] })
  })

  test('continues past a skipped pair, on either side', () => {
    const passed = nextVoting(asked(['a', 'b']), { kind: 'passed', pair: ['a', 'b'] })
    expect(passed).toMatchObject({ pair: undefined, passed: [['a', 'b']], votedCount: 0 })
    const state = nextVoting(passed, { kind: 'voted', pair: ['c', 'd'], question: question(['b', 'a'], 1) })
    expect(state.pair).toBeUndefined()
    expect(passedParameter(state.passed)).toBe('a.b')
  })

  test('ends when no pair is left', () => {
    const state = nextVoting(asked(['a', 'b']), {
      kind: 'voted',
      pair: ['a', 'b'],
      question: question(null, 10),
    })
    expect(state).toMatchObject({ pair: null, votedCount: 10 })
  })

  test('can be thought over, once for each, and counts once', () => {
    let state: VotingState = nextVoting(asked(['a', 'b']), {
      kind: 'voted',
      pair: ['a', 'b'],
      question: question(['c', 'd'], 1),
    })
    state = nextVoting(state, { kind: 'back' })
    expect(state).toMatchObject({ pair: ['a', 'b'], voted: [], votedCount: 1 })
    expect(nextVoting(state, { kind: 'back' })).toBe(state)
    state = nextVoting(state, { kind: 'voted', pair: ['a', 'b'], question: question(['c', 'd'], 1) })
    expect(state).toMatchObject({ voted: [['a', 'b']], votedCount: 1 })
  })
})

test.each([
  [2, 1, 1],
  [4, 6, 6],
  [12, 66, 12],
  [144, 300, 20],
])('of %i headshots, %i pairs: %i votes help already', (headshots, pairs, advised) => {
  expect(advisedCount(headshots, pairs)).toBe(advised)
})

test('without skipped pairs the parameter is absent', () => {
  expect(passedParameter([])).toBeUndefined()
})
