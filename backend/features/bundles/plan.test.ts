import { expect, test } from '@jest/globals'
import { withRest } from './plan.ts'

const shot = (selfieId: string) => ({ selfieId, variation: 0, seed: 1 })
/** As the database gives it back: of its keys the shorter ones come first. */
const stored = (selfieId: string) => ({ seed: 1, selfieId, variation: 0 })

test.each<[string, string[], number, string[], string[]]>([
  ['what is used is not used again', ['a', 'b', 'c'], 2, ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']],
  ['what is not wanted any more goes', ['a', 'b', 'c'], 1, ['a', 'c', 'd'], ['a', 'c', 'd']],
  ['what is wanted first comes next', ['a', 'b', 'c'], 1, ['c', 'a', 'b'], ['a', 'c', 'b']],
  ['nothing is left', ['a', 'b'], 2, ['b', 'a'], ['a', 'b']],
  ['nothing was planned', [], 0, ['a'], ['a']],
])('%s', (_name, plan, usedCount, shots, expected) => {
  expect(withRest(plan.map(stored), usedCount, shots.map(shot))).toEqual(expected.map(shot))
})
