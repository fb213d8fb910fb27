import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { gradeColours, toneCurve } from './finish.ts'

describe('toneCurve', () => {
  const hard = toneCurve(0.44, 0)

  test('leaves black black and never turns back', () => {
    expect(hard(0)).toBe(0)
    for (let step = 1; step <= 200; step++) expect(hard(step / 200)).toBeGreaterThan(hard((step - 1) / 200))
  })

  test('keeps half of the folds of a dark suit and more', () => {
    expect((hard(0.16) - hard(0.08)) / 0.08).toBeGreaterThan(0.75)
    expect((hard(0.08) - hard(0.02)) / 0.06).toBeGreaterThan(0.5)
  })

  testEach([0.1, 0.44])('is smooth where the halves of the S meet, contrast %d', (contrast) => {
    const curve = toneCurve(contrast, 0)
    const [below, above] = [curve(0.46) - curve(0.45), curve(0.47) - curve(0.46)]
    expect(Math.abs(above / below - 1)).toBeLessThan(0.06)
  })
})

testEach([
  ['skin parts from a grey as light in black and white', 0, 0.02, 0.1],
  ['and has its luma in colour', 1, -0.005, 0.005],
] as const)('%s', (_, saturation, least, most) => {
  const skin = [0.7, 0.5, 0.41] as const
  const luma = 0.2126 * skin[0] + 0.7152 * skin[1] + 0.0722 * skin[2]
  const colours = Float32Array.of(...skin, luma, luma, luma)
  gradeColours({ contrast: 0, saturation, warmth: 0, exposureEv: 0 }, colours)
  const [r = 0, g = 0, b = 0, , grey = 0] = colours
  const apart = 0.2126 * r + 0.7152 * g + 0.0722 * b - grey
  expect(apart).toBeGreaterThan(least)
  expect(apart).toBeLessThan(most)
})
