import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { verdictOf } from './verdict.ts'
import type { CutFindings } from './verdict.ts'

const SOUND: CutFindings = { failures: [], showsHand: false, mouthRed: 0.3 }

testEach<[string, Partial<CutFindings>, string[]]>([
  ['a sound selfie will be used', {}, []],
  ['a grimace', { failures: ['grimace'] }, ['grimace']],
  ['hair cut by the frame, out of focus', { failures: ['soft', 'hair_cut'] }, ['blurred', 'hair_cut']],
  ['a body that ends in the air', { failures: ['cut_off'] }, ['shoulders_cut']],
  ['a hand that no crop leaves out', { showsHand: true }, ['face_covered']],
  ['a cup before the mouth', { mouthRed: -0.6 }, ['face_covered']],
  ['lips that stand out little, which the selfie itself was asked', { failures: ['covered'] }, []],
  ['what differs between takes', { failures: ['off_frame', 'off_tone', 'colour_bleed'] }, []],
  ['a face that nothing finds any more', { failures: ['no_face'], mouthRed: null }, ['no_face']],
])('%s', (_, findings, reasons) => {
  expect(verdictOf({ ...SOUND, ...findings }, [])).toEqual({ reasons, warnings: [] })
})

test('a look aside is warned of once, and does not refuse a selfie', () => {
  const aside = { ...SOUND, failures: ['looking_away'] as const }
  expect(verdictOf(aside, ['small_face'])).toEqual({ reasons: [], warnings: ['small_face', 'looking_away'] })
  expect(verdictOf(aside, ['looking_away']).warnings).toEqual(['looking_away'])
})
