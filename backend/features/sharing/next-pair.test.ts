import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { mostTellingPair } from './next-pair.ts'
import { rank } from './ranking.ts'

const never = () => false
const sorted = (pair: [number, number] | null) => pair?.toSorted()

testEach([0, 1])('%d headshots give no pair', (count) => {
  expect(mostTellingPair(rank(count, []), never, () => 0)).toBeNull()
})

test('every pair is asked once, then none', () => {
  const asked = new Set<string>()
  for (let n = 0; n < 6; n++) {
    const pair = mostTellingPair(
      rank(4, []),
      (one, other) => asked.has(`${one} ${other}`),
      () => 0.3,
    )
    asked.add(sorted(pair)?.join(' ') ?? '')
  }
  expect([...asked].sort()).toEqual(['0 1', '0 2', '0 3', '1 2', '1 3', '2 3'])
  expect(
    mostTellingPair(
      rank(4, []),
      (one, other) => asked.has(`${one} ${other}`),
      () => 0.3,
    ),
  ).toBeNull()
})

test('pairs without a vote come first', () => {
  const ranking = rank(4, [
    { winner: 0, loser: 1, count: 2 },
    { winner: 1, loser: 0, count: 2 },
  ])
  expect(sorted(mostTellingPair(ranking, never, () => 0.9))).toEqual([2, 3])
})

test('among equal pairs, and for the order within a pair, each is equally likely', () => {
  const seen = new Map<string, number>()
  const draws = Array.from({ length: 6 }, (_, n) => (n + 0.5) / 6)
  // Three pairs and the order take a draw each: all combinations of draws make up chance.
  for (let n = 0; n < draws.length ** 4; n++) {
    let left = n
    const random = () => {
      const draw = draws[left % draws.length] ?? NaN
      left = Math.floor(left / draws.length)
      return draw
    }
    const pair = mostTellingPair(rank(3, []), never, random)?.join(' ') ?? ''
    seen.set(pair, (seen.get(pair) ?? 0) + 1)
  }
  expect([...seen.values()]).toEqual(Array(6).fill(draws.length ** 4 / 6))
})
