import { test } from 'node:test'
import { expect } from 'expect'
import { REJECT_REASONS, WARNINGS } from '#studio/intake/reasons.ts'
import { testEach } from '#tests/support/each.ts'
import { bundleSentence, likenessSentence, selfieSentence } from './sentences.ts'

test('each file has a sentence about its use or refusal', () => {
  expect(selfieSentence({ id: 'a.jpg', accepted: true, reasons: [] }, [])).toBe('a.jpg is used.')
  expect(selfieSentence({ id: 'a.jpg', accepted: true, reasons: [] }, ['soft', 'mouth_open'])).toBe(
    'a.jpg is used. The mouth is open: we use it last.',
  )
  const tight = selfieSentence({ id: 'b.jpg', accepted: false, reasons: ['shoulders_cut'] }, [])
  expect(tight).toBe(
    'b.jpg is not used: shoulders cut off. Take one from further away, with head and shoulders in the picture.',
  )
})

test('every reason and every warning has words', () => {
  for (const reason of REJECT_REASONS)
    expect(selfieSentence({ id: 'a', accepted: false, reasons: [reason] }, [])).toMatch(
      /^a is not used: .+\. .+\.$/,
    )
  for (const warning of WARNINGS)
    expect(selfieSentence({ id: 'a', accepted: true, reasons: [] }, [warning])).toMatch(/^a is used\. .+\.$/)
})

testEach([
  ['all there', { passed: 12, selfies: 4, refused: [['soft']] }, 'library: 12 headshots.'],
  ['one selfie', { passed: 2, selfies: 1, refused: [] }, 'library: 2 of 12: one selfie gives at most 2.'],
  [
    'one selfie, and some refused',
    { passed: 1, selfies: 1, refused: [['duplicate'], ['duplicate', 'eyes_closed']] },
    'library: 1 of 12: one selfie gives at most 2, and 2 did not pass the gate (2 duplicate, 1 eyes closed).',
  ],
] as const)('the sentence on a style names its missing headshots: %s', (_, outcome, sentence) => {
  expect(bundleSentence({ styleId: 'library', count: 12, ...outcome })).toBe(sentence)
})

test('one selfie gives no likeness', () => {
  expect(likenessSentence([0.9, 0.8], 2)).toBe('Likeness 0.80 to 0.90.')
  expect(likenessSentence([1, 1], 1)).not.toMatch(/1\.00/)
})
