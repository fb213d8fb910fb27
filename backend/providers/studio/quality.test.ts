import { expect, test } from '@jest/globals'
import { qualityOf } from './quality.ts'

const best = { faceHeightPx: 640, sharpness: 1.5, yawDeg: 0, sideLight: 0 }

test.each([
  ['smaller', { faceHeightPx: 320 }],
  ['softer', { sharpness: 1 }],
  ['turned to the left', { yawDeg: -14 }],
  ['turned to the right', { yawDeg: 14 }],
  ['lit from one side', { sideLight: -0.6 }],
])('a face that is %s is worth less, and still more than one at the limit of refusal', (_name, fault) => {
  const limit = { faceHeightPx: 160, sharpness: 0.5, yawDeg: 28, sideLight: 1.1 }
  expect(qualityOf(best)).toBeCloseTo(2)
  expect(qualityOf({ ...best, ...fault })).toBeLessThan(2)
  expect(qualityOf({ ...best, ...fault })).toBeGreaterThan(qualityOf(limit))
  expect(qualityOf(limit)).toBeCloseTo(0)
})

test('what was not measured counts half', () => {
  expect(qualityOf({ faceHeightPx: NaN, sharpness: NaN, yawDeg: NaN, sideLight: NaN })).toBeCloseTo(1)
})
