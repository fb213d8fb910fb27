import { describe, expect, test } from '@jest/globals'
import { deltaE, labOf, linearOf } from '#studio/color.ts'
import { applyGains, plausibleSkin, skinGains } from './tone.ts'

describe('plausibleSkin', () => {
  test.each([
    ['very dark', { l: 28, a: 10, b: 13 }],
    ['dark', { l: 40, a: 14, b: 20 }],
    ['olive', { l: 58, a: 11, b: 21 }],
    ['fair', { l: 72, a: 9, b: 15 }],
    ['ruddy', { l: 66, a: 17, b: 14 }],
  ])('leaves %s skin as it is', (_, lab) => {
    // A fifth of a just noticeable difference.
    expect(deltaE(plausibleSkin(lab), lab)).toBeLessThan(0.5)
  })

  test.each([
    ['blue', { l: 55, a: 6, b: -12 }],
    ['green', { l: 55, a: -14, b: 22 }],
  ])('takes a %s cast out', (_, lab) => {
    const skin = plausibleSkin(lab)
    expect(skin.a).toBeGreaterThan(0)
    expect(skin.b).toBeGreaterThan(0)
  })
})

test('gains bring a selfie towards the person and never past', () => {
  const person = { l: 56, a: 17, b: 21 }
  const own = { l: 44, a: 20, b: 12 }
  const linear = linearOf(own)
  const after = applyGains(linear, skinGains(own, person))
  expect(deltaE(after, person)).toBeLessThan(0.55 * deltaE(own, person))
  expect(after.l).toBeLessThan(person.l)
})

test('the balance between channels stays within what a white balance may do', () => {
  const [r, g, b] = skinGains({ l: 50, a: -30, b: -40 }, { l: 56, a: 17, b: 21 })
  expect(r / g).toBeLessThanOrEqual(1.75 / 0.62 + 1e-6)
  expect(b / g).toBeGreaterThanOrEqual(0.62 / 1.75 - 1e-6)
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
