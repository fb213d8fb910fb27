import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { appealOf } from './appeal.ts'
import type { AppealMeasures } from './appeal.ts'

const SMILING: AppealMeasures = {
  mouthAspect: 0.25,
  smile: 0.05,
  ownSmile: 0.01,
  pleased: 0.95,
  lookDeg: 1,
  yawDeg: 3,
  pitchDeg: 2,
  eyeAspect: 0.22,
  sharpness: 0.8,
  eyeOffset: 0.01,
  faceShare: 0.38,
  jawGlow: 0.1,
  plainCloth: 0.8,
  handCover: 0,
}
const CALM = { ...SMILING, mouthAspect: 0.02, smile: -0.01 }
/** A measured furious frown: the corners of the mouth do not show it. */
const FURIOUS = { ...CALM, mouthAspect: 0.21, smile: 0.001, pleased: 0.04 }
const SPEAKING = { ...SMILING, mouthAspect: 0.5, smile: 0.011 }

test('a smile into the camera is worth most, a calm face nearly as much, speaking little', () => {
  expect(appealOf(SMILING)).toBe(1)
  expect(appealOf(CALM)).toBeGreaterThan(0.75)
  expect(appealOf(CALM)).toBeLessThan(1)
  expect(appealOf(SPEAKING)).toBeLessThan(0.5 * appealOf(CALM))
})

testEach<[string, Partial<AppealMeasures>]>([
  ['displeased', { smile: -0.04 }],
  ['stern', { pleased: 0.35 }],
  ['without shoulders', { faceShare: 0.55 }],
  ['backlit', { jawGlow: 0.55 }],
  ['with bare shoulders', { plainCloth: 0.03 }],
  ['lips apart', { mouthAspect: 0.2 }],
  ['looking aside', { lookDeg: -20 }],
  ['turned', { yawDeg: 20 }],
  ['the nose in the air', { pitchDeg: -18 }],
  ['eyes pressed together', { eyeAspect: 0.13 }],
  ['soft', { sharpness: 0.4 }],
  ['off the middle', { eyeOffset: 0.07 }],
  ['a hand before the face', { handCover: 0.9 }],
])('%s, a calm face is worth less, but more than nothing', (_name, fault) => {
  expect(appealOf({ ...CALM, ...fault })).toBeLessThan(appealOf(CALM))
  expect(appealOf({ ...CALM, ...fault })).toBeGreaterThan(0)
})

test('a furious face is worth less than half of a calm one, in any clothes', () => {
  expect(appealOf(FURIOUS)).toBeLessThan(0.5 * appealOf({ ...CALM, plainCloth: 0 }))
})

test('corners of the mouth that always hang do not count as displeasure', () => {
  const hanging = { ...CALM, smile: -0.04 }
  expect(appealOf({ ...hanging, ownSmile: -0.038 })).toBe(appealOf(CALM))
  expect(appealOf({ ...hanging, ownSmile: 0.01 })).toBeLessThan(appealOf(CALM))
})

test('a smile that the net takes for anger counts as a smile', () => {
  expect(appealOf({ ...SMILING, pleased: 0.1 })).toBe(appealOf(SMILING))
})

test('dress is a soft preference: a collar outweighs a smile with bare shoulders, but not a frown', () => {
  expect(appealOf(CALM)).toBeGreaterThan(appealOf({ ...SMILING, plainCloth: 0.03 }))
  expect(appealOf({ ...FURIOUS, plainCloth: 1 })).toBeLessThan(appealOf({ ...CALM, plainCloth: 0.03 }))
  const unknown = appealOf({ ...CALM, plainCloth: null })
  expect(unknown).toBeLessThan(appealOf(CALM))
  expect(unknown).toBeGreaterThan(appealOf({ ...CALM, plainCloth: 0 }))
})

test('a shout does not count as a smile, wherever the corners of the mouth are', () => {
  expect(appealOf({ ...SMILING, mouthAspect: 0.65 })).toBeLessThan(0.5)
})

test('appeal comes in steps large enough to be seen', () => {
  for (const lookDeg of [7, 9, 11, 13, 17]) {
    const steps = appealOf({ ...CALM, lookDeg }) * 20
    expect(steps).toBeCloseTo(Math.round(steps), 9)
  }
})
