import { expect, test } from '@jest/globals'
import { AdviceCode, CoverageCell, SelfieCoach } from '#contract/selfies.ts'
import { ADVICE_CODES, coachSelfies } from '#studio/intake/coach.ts'
import { EXPRESSIONS, LEVELS, LIGHTS, POSES } from '#studio/intake/coverage.ts'
import { noMeasures } from '#studio/intake/measure.ts'
import { decodeReading, encodeReading } from './reading.ts'
import type { StoredSelfie } from './reading.ts'

const reading: StoredSelfie = {
  reasons: ['blurred'],
  warnings: ['small_face'],
  hash: 0xf00dn,
  contentHash: 'abc',
  descriptor: Float32Array.of(0.5, -0.25),
  measures: { ...noMeasures(), yawDeg: 12.5, faceHeightPx: 410 },
}

test('a reading comes back as it was stored, what was not measured included', () => {
  expect(decodeReading(encodeReading(reading))).toEqual(reading)
})

test('a reading of the first version is judged as before', () => {
  const old = { version: 1, reasons: [], hash: 'f', contentHash: 'x', descriptor: null }
  expect(decodeReading(JSON.stringify({ ...old, faceHeightPx: 300, sharpness: null }))).toEqual({
    reasons: [],
    warnings: [],
    hash: 15n,
    contentHash: 'x',
    descriptor: null,
    measures: { ...noMeasures(), faceHeightPx: 300 },
  })
})

test.each([['{}'], ['{"version":3}'], ['null']])('%s is refused', (text) => {
  expect(() => decodeReading(text)).toThrow()
})

test('the product has a word for everything the coach says', () => {
  expect([...ADVICE_CODES].sort()).toEqual([...AdviceCode.options].sort())
  const { pose, light, level, expression } = CoverageCell.shape
  expect([pose.options, light.options, level.options, expression.options]).toEqual([
    [...POSES],
    [...LIGHTS],
    [...LEVELS],
    [...EXPRESSIONS],
  ])
  const coach = coachSelfies([decodeReading(encodeReading(reading))], { minimum: 4, advised: 8 })
  expect(SelfieCoach.parse(coach)).toEqual(coach)
})
