import { test } from 'node:test'
import { expect } from 'expect'
import type { SelfieCoach } from '#contract/selfies.ts'
import { testEach } from '#tests/support/each.ts'
import { readCoach } from './selfie-coach.ts'

const kept: SelfieCoach = {
  missingCount: 1,
  advisedCount: 5,
  advice: [{ code: 'smile', pose: 'front' }],
  coverage: [{ pose: 'front', light: 'even', level: 'bright', expression: 'neutral', count: 3 }],
}

test('a stored coaching is shown', () => {
  expect(readCoach(kept, 3)).toEqual(kept)
})

testEach([
  ['nothing was kept yet', null, 0, [4, 8, 'face_window']],
  [
    'it gives an advice we no longer know',
    { ...kept, advice: [{ code: 'jump', pose: null }] },
    3,
    [1, 5, 'change_scene'],
  ],
  ['it covers in other words', { ...kept, coverage: [{ pose: 'up', count: 1 }] }, 9, [0, 0, 'change_scene']],
  ['it is something else altogether', 'well done', 4, [0, 4, 'change_scene']],
])('when %s, the count is still shown', (_name, stored, acceptedCount, expected) => {
  const { missingCount, advisedCount, advice, coverage } = readCoach(stored, acceptedCount)
  expect([missingCount, advisedCount, advice[0]?.code]).toEqual(expected)
  expect(coverage).toEqual([])
})
