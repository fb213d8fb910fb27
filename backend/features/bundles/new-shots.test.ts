import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { unknownTo } from './new-shots.ts'

const shot = (selfieId: string) => ({ selfieId, variation: 0, seed: 1 })
/** As the database returns it: shorter keys come first. */
const stored = (selfieId: string) => ({ seed: 1, selfieId, variation: 0 })

testEach<[string, string[], string[], string[]]>([
  ['what the plan holds is known', ['a', 'b'], ['b', 'c', 'a', 'd'], ['c', 'd']],
  ['nothing is left', ['a', 'b'], ['b', 'a'], []],
  ['nothing was planned', [], ['a'], ['a']],
])('%s', (_name, plan, shots, expected) => {
  expect(unknownTo(plan.map(stored), shots.map(shot))).toEqual(expected.map(shot))
})
