import { expect, test } from '@jest/globals'
import { AdviceCode, CoverageCell, SelfieCoach } from '#contract/selfies.ts'
import { ADVICE_CODES, coachSelfies } from '#studio/intake/coach.ts'
import { EXPRESSIONS, LEVELS, LIGHTS, POSES } from '#studio/intake/coverage.ts'
import { noMeasures } from '#studio/intake/measure.ts'
import { decodeReading, encodeReading } from './reading.ts'
import type { StoredSelfie } from './reading.ts'

const descriptor = Float32Array.of(0.5, -0.25)
const reading: StoredSelfie = {
  width: 900,
  height: 1200,
  face: { mesh: Float32Array.of(411.5, 320.25, -8), yawDeg: 12.5, pitchDeg: -3, descriptor },
  reasons: ['blurred'],
  warnings: ['small_face'],
  hash: 0xf00dn,
  contentHash: 'abc',
  descriptor,
  measures: { ...noMeasures(), yawDeg: 12.5, faceHeightPx: 410 },
  focalLength35Mm: 26,
}

test('a reading comes back as it was stored, what was not measured included', () => {
  expect(decodeReading(encodeReading(reading))).toEqual(reading)
})

test('a reading of the first version is judged as before', () => {
  const old = { version: 1, reasons: [], hash: 'f', contentHash: 'x', descriptor: null }
  expect(decodeReading(JSON.stringify({ ...old, faceHeightPx: 300, sharpness: null }))).toEqual({
    width: 0,
    height: 0,
    face: null,
    reasons: [],
    warnings: [],
    hash: 15n,
    contentHash: 'x',
    descriptor: null,
    measures: { ...noMeasures(), faceHeightPx: 300 },
    focalLength35Mm: null,
  })
})

test('a reading of the second version knows everything but where the face is', () => {
  const { width: _width, height: _height, face: _face, ...kept } = reading
  const stored: unknown = JSON.parse(encodeReading(reading))
  const old = JSON.stringify({ ...Object(stored), version: 2, width: undefined, face: undefined })
  expect(decodeReading(old)).toEqual({ ...kept, width: 0, height: 0, face: null, focalLength35Mm: null })
})

test.each([['{}'], ['{"version":4}'], ['null']])('%s is refused', (text) => {
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
