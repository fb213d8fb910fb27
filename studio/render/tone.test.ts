import { describe, test } from 'node:test'
import { expect } from 'expect'
import { deltaE2000, fastCode, labOf, linearOf, toLinear } from '#studio/picture/color.ts'
import { STYLES, STYLE_IDS, VARIATIONS } from '#studio/scene/styles.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { gradeColours } from './finish.ts'
import { balanceSkin, lightWanted, likeTone } from './tone.ts'
import type { Develop } from './tone.ts'

test('the light gain is the selfie’s distance in luminance from the person’s', () => {
  expect(lightWanted({ l: 50, a: 12, b: 15 }, { l: 50, a: 20, b: 4 })).toBeCloseTo(0, 1)
  expect(lightWanted({ l: 44, a: 12, b: 15 }, { l: 56, a: 12, b: 15 })).toBeCloseTo(0.55, 1)
})

describe('likeTone', () => {
  const like = likeTone(linearOf({ l: 60, a: 14, b: 18 }))

  testEach([
    ['the tone itself', { l: 60, a: 14, b: 18 }, 0.95, 1],
    ['the tone in shade', { l: 40, a: 10, b: 13 }, 0.8, 1],
    ['grey', { l: 60, a: 0, b: 0 }, 0, 0.02],
    ['blue', { l: 40, a: 5, b: -30 }, 0, 0],
    ['green', { l: 50, a: -30, b: 25 }, 0, 0.6],
  ] as const)('%s', (_, lab, least, most) => {
    const found = like(...linearOf(lab))
    expect(found).toBeGreaterThanOrEqual(least)
    expect(found).toBeLessThanOrEqual(most)
  })
})

test('Lab and linear light are inverse to each other', () => {
  for (const linear of [
    [0.02, 0.01, 0.005],
    [0.4, 0.3, 0.2],
    [0.9, 0.95, 1],
  ] as const) {
    const [r, g, b] = linear
    const back = linearOf(labOf(r, g, b))
    linear.forEach((value, c) => expect(back[c]).toBeCloseTo(value, 4))
  }
})

/** Skin under uneven light: the same tone from 60 to 140 % of its luminance. */
function skinOf(lab: { l: number; a: number; b: number }): Float32Array {
  const tone = linearOf(lab)
  return Float32Array.from(
    { length: 600 },
    (_, i) => (tone[i % 3] ?? 0) * (0.6 + (0.8 * Math.floor(i / 3)) / 199),
  )
}

const TONES = [
  ['deepest', { l: 27, a: 9, b: 11 }],
  ['dark', { l: 38, a: 14, b: 19 }],
  ['olive', { l: 56, a: 11, b: 21 }],
  ['fair', { l: 70, a: 11, b: 15 }],
  ['fairest', { l: 74, a: 7, b: 12 }],
] as const

describeEach(TONES)('%s skin', (_, person) => {
  const colourStyles = STYLE_IDS.filter((id) => STYLES[id].grade.saturation > 0)

  testEach(colourStyles)('keeps its tone under the grade of %s', (styleId) => {
    const { grade } = STYLES[styleId]
    for (const variation of VARIATIONS) {
      const graded = {
        contrast: grade.contrast + variation.grade.contrast,
        saturation: grade.saturation,
        warmth: grade.warmth + variation.grade.warmth,
        exposureEv: grade.exposureEv + variation.grade.exposureEv,
      }
      const develop: Develop = (rgb) => {
        rgb.forEach((value, i) => (rgb[i] = fastCode(value)))
        gradeColours(graded, rgb)
        rgb.forEach((value, i) => (rgb[i] = toLinear(Math.min(1, Math.max(0, value)))))
      }
      const sample = skinOf(person)
      const balance = balanceSkin(sample, develop, person, { usual: 1, colour: true })
      const middle = Math.floor(sample.length / 6) * 3
      const rgb = sample.slice(middle, middle + 3)
      balance.channels.forEach((value, c) => (rgb[c] = (rgb[c] ?? 0) * balance.exposure * value))
      develop(rgb)
      // The sampled median lies a little off the middle; 1 is a just noticeable difference.
      expect(deltaE2000(labOf(rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0), person)).toBeLessThan(1.6)
    }
  })
})

test('too little skin to measure is left alone', () => {
  const still = { exposure: 1.3, channels: [1, 1, 1] }
  const target = { l: 60, a: 14, b: 18 }
  expect(balanceSkin(new Float32Array(30), () => undefined, target, { usual: 1.3, colour: true })).toEqual(
    still,
  )
})

test("the balance between channels stays within a white balance's range", () => {
  const sample = skinOf({ l: 50, a: -30, b: -40 })
  const [r, g, b] = balanceSkin(
    sample,
    () => undefined,
    { l: 56, a: 17, b: 21 },
    { usual: 1, colour: true },
  ).channels
  expect(r / g).toBeLessThanOrEqual(1.75 / 0.62 + 1e-6)
  expect(b / g).toBeGreaterThanOrEqual(0.62 / 1.75 - 1e-6)
})
