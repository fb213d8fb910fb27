import { expect, test } from '@jest/globals'
import { choosePreviewSelfie } from './choice.ts'

const poor = { id: 'poor', quality: 0.4 }
const good = { id: 'good', quality: 1 }
const alike = { id: 'alike', quality: 1.1 }
const of = ({ id, quality }: typeof poor, state: 'making' | 'ready' | 'failed' = 'ready') => ({
  selfieId: id,
  quality,
  state,
})

test.each([
  ['nothing is accepted', [], undefined, undefined],
  ['nothing is accepted any more', [], of(good), undefined],
  ['the first one', [poor], undefined, poor],
  ['the best, of several', [poor, alike, good], undefined, alike],
  ['the earlier, of equals', [good, { id: 'twin', quality: 1 }], undefined, good],
  ['a clearly better one takes its place', [poor, good], of(poor), good],
  ['also while the poorer one is being made', [poor, good], of(poor, 'making'), good],
  ['one that is hardly better does not', [good, alike], of(good), good],
  ['the current one was refused', [poor], of(good), poor],
  ['what failed gives way to a poorer one', [good, poor], of(good, 'failed'), poor],
  ['what failed stays when there is no other', [good], of(good, 'failed'), good],
])('%s', (_name, accepted, current, expected) => {
  expect(choosePreviewSelfie(accepted, current)).toEqual(expected)
})
