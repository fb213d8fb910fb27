import { expect, test } from '#tests/support/node-test.ts'
import { appealOf } from './appeal.ts'
import type { AppealMeasures } from './appeal.ts'

const SMILING: AppealMeasures = {
  mouthAspect: 0.25,
  smile: 0.05,
  lookDeg: 1,
  yawDeg: 3,
  pitchDeg: 2,
  eyeAspect: 0.22,
  sharpness: 0.8,
  eyeOffset: 0.01,
  handCover: 0,
}
const CALM = { ...SMILING, mouthAspect: 0.02, smile: -0.01 }
const SPEAKING = { ...SMILING, mouthAspect: 0.5, smile: 0.011 }

test('a smile into the camera is worth most, a calm face nearly as much, speaking little', () => {
  expect(appealOf(SMILING)).toBe(1)
  expect(appealOf(CALM)).toBeGreaterThan(0.75)
  expect(appealOf(CALM)).toBeLessThan(1)
  expect(appealOf(SPEAKING)).toBeLessThan(0.5 * appealOf(CALM))
})

test.each<[string, Partial<AppealMeasures>]>([
  ['displeased', { smile: -0.04 }],
  ['lips apart', { mouthAspect: 0.2 }],
  ['looking aside', { lookDeg: -20 }],
  ['turned', { yawDeg: 20 }],
  ['the nose in the air', { pitchDeg: -18 }],
  ['eyes pressed together', { eyeAspect: 0.13 }],
  ['soft', { sharpness: 0.4 }],
  ['off the middle', { eyeOffset: 0.07 }],
  ['a hand before the face', { handCover: 0.6 }],
])('%s, a calm face is worth less, and still something', (_name, fault) => {
  expect(appealOf({ ...CALM, ...fault })).toBeLessThan(appealOf(CALM))
  expect(appealOf({ ...CALM, ...fault })).toBeGreaterThan(0)
})

test('a shout is no smile, whatever the corners of the mouth do', () => {
  expect(appealOf({ ...SMILING, mouthAspect: 0.65 })).toBeLessThan(0.5)
})

test('it comes in steps that can be seen', () => {
  for (const lookDeg of [7, 9, 11, 13, 17]) {
    const steps = appealOf({ ...CALM, lookDeg }) * 20
    expect(steps).toBeCloseTo(Math.round(steps), 9)
  }
})
