import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { retrainingOf, type PastTraining } from './retraining.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute))
const good = (ids: string, minute = 0) => Array.from(ids).map((id) => ({ id, createdAt: at(minute) }))
const training = (
  minute: number,
  ids: string | null,
  state: PastTraining['state'] = 'succeeded',
  needs: PastTraining['needs'] = null,
) => ({
  id: String(minute),
  state,
  needs,
  createdAt: at(minute),
  selfieIds: ids === null ? null : Array.from(ids),
})

testEach([
  ['never trained', [], good('abcd'), true, 0, 4],
  ['trained of all there is', [training(5, 'abcd')], good('abcd'), true, 0, 4],
  ['one better', [training(5, 'abcd')], good('abcde'), true, 1, 5],
  ['one in place of another', [training(5, 'abcd')], good('abce'), true, 1, 4],
  ['one left out', [training(5, 'abcde')], good('abcd'), true, 0, 5],
  ['too few for another', [training(5, 'abcd')], good('ae'), true, 0, 4],
  [
    'trained anew, and one better since',
    [training(5, 'abcd'), training(9, 'abcde')],
    good('abcdef'),
    false,
    0,
    5,
  ],
  [
    'the new training failed',
    [training(9, 'abcde', 'failed'), training(5, 'abcd')],
    good('abcde'),
    true,
    1,
    5,
  ],
  [
    'trained once to finish and once to generate, and one better since',
    [training(5, 'abcd', 'succeeded', 'finishes'), training(9, 'abcd', 'succeeded', 'generates')],
    good('abcde'),
    true,
    1,
    5,
  ],
  [
    'trained before needs were recorded, and anew since',
    [training(5, 'abcd'), training(9, 'abcde', 'succeeded', 'finishes')],
    good('abcdef'),
    false,
    0,
    5,
  ],
  [
    'trained before needs were recorded, and for a look since',
    [training(5, 'abcd'), training(9, 'abcd', 'succeeded', 'generates')],
    good('abcde'),
    true,
    1,
    5,
  ],
  ['not written down, nothing came since', [training(5, null)], good('abcd'), true, 0, 4],
  ['not written down, two came since', [training(5, null)], [...good('abcd'), ...good('ef', 7)], true, 2, 6],
])('%s', (_name, past, accepted, isLeft, newSelfieCount, selfieCount) => {
  expect(retrainingOf(past, accepted)).toEqual({ isLeft, newSelfieCount, selfieCount })
})
