import { expect, test } from '@jest/globals'
import { USUAL_VARIATIONS } from '#studio/scene/styles.ts'
import { chosenShots } from './chosen-shots.ts'

const shot = (name: string) => ({ selfieId: name.slice(0, 1), variation: Number(name.slice(1)), seed: 1 })
const LATE = String(USUAL_VARIATIONS)
const PLAN = ['a0', 'b1', 'c2', 'a1', 'b2', 'c3', `a${LATE}`, `b${LATE}`, `c${LATE}`]

test.each<[string, string[], string[], string[]]>([
  ['no choices', [], [], PLAN],
  ['one is left out', [], ['b'], ['a0', 'c2', 'a1', 'c3', `a${LATE}`, `c${LATE}`]],
  ['one is preferred', ['c'], [], ['c2', 'c3', 'a0', 'b1', 'a1', 'b2', `a${LATE}`, `b${LATE}`, `c${LATE}`]],
  ['two take turns', ['c', 'b'], ['a'], ['b1', 'c2', 'b2', 'c3', `b${LATE}`, `c${LATE}`]],
  ['all are left out', [], ['a', 'b', 'c'], []],
  ['the model does not know it', ['z'], ['y'], PLAN],
])('when %s', (_name, preferred, leftOut, expected) => {
  expect(chosenShots(PLAN.map(shot), { preferred, leftOut })).toEqual(expected.map(shot))
})
