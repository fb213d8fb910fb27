import { test } from 'node:test'
import { expect } from 'expect'
import { AdviceCode, CoverageCell, SelfieCoach } from '#contract/selfies.ts'
import { ADVICE_CODES, coachSelfies } from '#studio/intake/coach.ts'
import { EXPRESSIONS, LEVELS, LIGHTS, POSES } from '#studio/intake/coverage.ts'
import { noMeasures } from '#studio/intake/reasons.ts'
import { testEach } from '#tests/support/each.ts'
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
  facePrint: Int8Array.of(-127, 0, 32),
  contentHash: 'abc',
  descriptor,
  ageYears: 41.5,
  skin: { lab: { l: 62.5, a: 14, b: 18.25 }, luminance: 0.25 },
  measures: { ...noMeasures(), yawDeg: 12.5, faceHeightPx: 410 },
  focalLength35Mm: 26,
}

test('a reading is restored as stored, missing measures included', () => {
  expect(decodeReading(encodeReading(reading))).toEqual(reading)
})

test('the second descriptor is restored too', () => {
  const face = reading.face && { ...reading.face, secondDescriptor: Float32Array.of(0.25, 0.75) }
  expect(decodeReading(encodeReading({ ...reading, face })).face).toEqual(face)
})

testEach<[string, 'facePrint' | 'ageYears']>([
  ['a print of the face', 'facePrint'],
  ['an age', 'ageYears'],
])('a reading that was stored before there was %s has none', (_name, field) => {
  const { [field]: _added, ...before } = JSON.parse(encodeReading(reading)) as Record<string, unknown>
  expect(decodeReading(JSON.stringify(before))[field]).toBeNull()
})

testEach([['{}'], ['{"version":3}'], ['null']])('%s is refused', (text) => {
  expect(() => decodeReading(text)).toThrow()
})

test('the product has a sentence for every advice of the coach', () => {
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
