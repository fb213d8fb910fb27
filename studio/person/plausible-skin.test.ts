import { describe } from 'node:test'
import { expect } from 'expect'
import { deltaE } from '#studio/picture/color.ts'
import { testEach } from '#tests/support/each.ts'
import { plausibleSkin } from './plausible-skin.ts'

describe('plausibleSkin', () => {
  testEach([
    ['very dark', { l: 28, a: 10, b: 13 }],
    ['dark', { l: 40, a: 14, b: 20 }],
    ['olive', { l: 58, a: 11, b: 21 }],
    ['fair', { l: 72, a: 9, b: 15 }],
    ['ruddy', { l: 66, a: 17, b: 14 }],
  ])('leaves %s skin as it is', (_, lab) => {
    // A fifth of a just noticeable difference.
    expect(deltaE(plausibleSkin(lab), lab)).toBeLessThan(0.5)
  })

  testEach([
    ['blue', { l: 55, a: 6, b: -12 }],
    ['green', { l: 55, a: -14, b: 22 }],
  ])('takes a %s cast out', (_, lab) => {
    const skin = plausibleSkin(lab)
    expect(skin.a).toBeGreaterThan(0)
    expect(skin.b).toBeGreaterThan(0)
  })
})
