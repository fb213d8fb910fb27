import { expect } from 'expect'
import { TAKES_KEPT } from '#studio/render/plan.ts'
import { testEach } from '#tests/support/each.ts'
import { chosenShots } from './chosen-shots.ts'

const shot = (name: string) => ({ selfieId: name.slice(0, 1), variation: Number(name.slice(1)), seed: 1 })
const LATE = String(TAKES_KEPT)
const PLAN = ['a0', 'b1', 'c0', 'a1', 'b0', 'c1', `a${LATE}`, `b${LATE}`, `c${LATE}`]

testEach<[string, string[], string[], string[]]>([
  ['no choices', [], [], PLAN],
  ['one is left out', [], ['b'], ['a0', 'c0', 'a1', 'c1', `a${LATE}`, `c${LATE}`]],
  ['one is preferred', ['c'], [], ['c0', 'c1', 'a0', 'b1', 'a1', 'b0', `a${LATE}`, `b${LATE}`, `c${LATE}`]],
  ['two take turns', ['c', 'b'], ['a'], ['b1', 'c0', 'b0', 'c1', `b${LATE}`, `c${LATE}`]],
  ['all are left out', [], ['a', 'b', 'c'], []],
  ['the model does not know it', ['z'], ['y'], PLAN],
])('when %s', (_name, preferred, leftOut, expected) => {
  expect(chosenShots(PLAN.map(shot), { preferred, leftOut })).toEqual(expected.map(shot))
})
