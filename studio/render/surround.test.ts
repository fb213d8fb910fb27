import { describe, expect, test } from '#tests/support/node-test.ts'
import { labOf, luminance } from '#studio/color.ts'
import { createPlane } from '#studio/planes/plane.ts'
import { fillOf, surroundOf, tintOf } from './surround.ts'

describe('surroundOf', () => {
  test('gives each side what lies nearer to it', () => {
    const ramp = createPlane(64, 80)
    ramp.data.forEach((_, i) => (ramp.data[i] = (i % 64) / 63))
    const flat = createPlane(64, 80)
    flat.data.fill(0.3)
    const { left, right } = surroundOf([ramp, flat, flat])
    expect(left[0]).toBeCloseTo(1 / 3, 1)
    expect(right[0]).toBeCloseTo(2 / 3, 1)
    expect([left[1], right[2]]).toEqual([expect.closeTo(0.3, 4), expect.closeTo(0.3, 4)])
  })
})

describe('fillOf', () => {
  test.each([
    ['a dark room', 0.05, 0],
    ['a bright one', 0.8, 1],
  ])('%s', (_, light, fill) => {
    const side = [light, light, light] as const
    expect(fillOf({ left: side, right: side })).toBe(fill)
  })
})

describe('tintOf', () => {
  test.each([
    ['white paper', [0.8, 0.8, 0.8]],
    ['a black wall', [0, 0, 0]],
  ] as const)('%s gives no colour', (_, side) => {
    for (const value of tintOf(side)) expect(value).toBeCloseTo(1, 4)
  })

  test.each([
    ['coral paper', [0.78, 0.24, 0.15]],
    ['foliage', [0.1, 0.22, 0.04]],
    ['a blue sky', [0.25, 0.4, 0.7]],
  ] as const)('%s gives a little, of the same luminance', (_, side) => {
    const [r, g, b] = tintOf(side)
    expect(luminance(r, g, b)).toBeCloseTo(1, 4)
    expect(Math.sign(b / r - 1)).toBe(Math.sign(side[2] / side[0] - 1))
    for (const value of [r, g, b]) expect(Math.abs(value - 1)).toBeLessThan(0.2)
  })

  test.each([
    ['teal paper', [0.02, 0.15, 0.16]],
    ['magenta paper', [0.3, 0.05, 0.1]],
    ['yellow paper', [0.5, 0.28, 0.06]],
    ['foliage', [0.1, 0.22, 0.04]],
  ] as const)('%s leaves a white shirt white', (_, side) => {
    const { a, b } = labOf(...tintOf(side))
    expect(Math.hypot(a, b)).toBeLessThan(2.5)
  })
})
