import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { choosePreviewSelfie, type Candidate } from './preview-choice.ts'

const poor = { id: 'poor', quality: 0.4, isPreferred: false }
const good = { id: 'good', quality: 1, isPreferred: false }
const alike = { id: 'alike', quality: 1.1, isPreferred: false }
const wish = { id: 'wish', quality: 0.2, isPreferred: true }
const dream = { id: 'dream', quality: 1.2, isPreferred: true }
const of = ({ id, quality }: Candidate, state: 'making' | 'ready' | 'failed' = 'ready') => ({
  selfieId: id,
  quality,
  state,
})

testEach([
  ['nothing is accepted', [], undefined, undefined],
  ['nothing is accepted any more', [], of(good), undefined],
  ['the first one', [poor], undefined, poor],
  ['the best, of several', [poor, alike, good], undefined, alike],
  ['the earlier, of equals', [good, { ...good, id: 'twin' }], undefined, good],
  ['a clearly better one takes its place', [poor, good], of(poor), good],
  ['also while the poorer one is being made', [poor, good], of(poor, 'making'), good],
  ['one that is hardly better does not', [good, alike], of(good), good],
  ['the current one was refused', [poor], of(good), poor],
  ['what failed gives way to a poorer one', [good, poor], of(good, 'failed'), poor],
  ['one that is preferred, poor as it is', [good, wish], undefined, wish],
  ['it takes the place of a better one', [good, wish], of(good), wish],
  ['the best of those that are preferred', [wish, good, dream], of(wish), dream],
  ['a better one does not take its place', [wish, good], of(wish), wish],
  [
    'preferred no longer, it stays while nothing is clearly better',
    [alike, { ...dream, isPreferred: false }],
    of(dream),
    { ...dream, isPreferred: false },
  ],
  ['one that is preferred and failed gives way', [wish, poor, good], of(wish, 'failed'), good],
  ['what failed stays when there is no other', [good], of(good, 'failed'), good],
])('%s', (_name, accepted, current, expected) => {
  expect(choosePreviewSelfie(accepted, current)).toEqual(expected)
})
