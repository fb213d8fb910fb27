import { test } from 'node:test'
import { expect } from 'expect'
import type { Warning } from '#studio/intake/reasons.ts'
import { testEach } from '#tests/support/each.ts'
import { qualityOf } from './quality.ts'

const of = (measures: Parameters<typeof qualityOf>[0]['measures'], ...warnings: Warning[]) =>
  qualityOf({ measures, warnings })
const best = { faceHeightPx: 640, sharpness: 1.5, yawDeg: 0, sideLight: 0 }

testEach([
  ['smaller', { faceHeightPx: 320 }],
  ['softer', { sharpness: 1 }],
  ['turned to the left', { yawDeg: -14 }],
  ['turned to the right', { yawDeg: 14 }],
  ['lit from one side', { sideLight: -0.6 }],
])('a face that is %s is worth less, and still more than one at the limit of refusal', (_name, fault) => {
  const limit = { faceHeightPx: 160, sharpness: 0.5, yawDeg: 28, sideLight: 1.1 }
  expect(of(best)).toBeCloseTo(2)
  expect(of({ ...best, ...fault })).toBeLessThan(2)
  expect(of({ ...best, ...fault })).toBeGreaterThan(of(limit))
  expect(of(limit)).toBeCloseTo(0)
})

test('a measure that was not taken counts half', () => {
  expect(of({ faceHeightPx: NaN, sharpness: NaN, yawDeg: NaN, sideLight: NaN })).toBeCloseTo(1)
})

test('a grimace is worth less than a face lit from one side', () => {
  expect(of(best, 'displeased')).toBeLessThan(of({ ...best, sideLight: 1.1 }, 'side_light'))
  expect(of({ ...best, faceHeightPx: 160, sharpness: 0.5 }, 'mouth_open', 'looking_away')).toBe(0)
})
