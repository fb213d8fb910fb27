import { test } from 'node:test'
import { expect } from 'expect'
import { noMeasures } from '#studio/intake/reasons.ts'
import { beyondOthers, ofOnePerson } from './left-out.ts'

const photograph = (person: string, id: string, sharpness: number, yawDeg = 0) => ({
  person,
  id,
  measures: { ...noMeasures(), sharpness, yawDeg },
})

test('a photograph softer than all of other people’s shows a limit that depends on one person', () => {
  const accepted = [photograph('a', 'a1', 0.6), photograph('b', 'b1', 0.7), photograph('b', 'b2', 0.44, -9)]
  expect(beyondOthers(accepted)).toEqual([
    { person: 'b', id: 'b2', measure: 'sharpness' },
    { person: 'b', id: 'b2', measure: 'yawDeg' },
  ])
})

test('a reason for refusal that only one person’s photographs have is named', () => {
  const refusals = [
    { person: 'a', id: 'a1', reasons: ['blurred', 'grimace'] },
    { person: 'a', id: 'a2', reasons: ['grimace'] },
    { person: 'b', id: 'b1', reasons: ['blurred'] },
  ]
  expect(ofOnePerson(refusals)).toEqual([{ reason: 'grimace', person: 'a' }])
})
