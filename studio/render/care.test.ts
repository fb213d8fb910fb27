import { describe, test } from 'node:test'
import { expect } from 'expect'
import { createPlane } from '#studio/planes/plane.ts'
import { testEach } from '#tests/support/each.ts'
import { calmEyes, whitenTeeth, withoutStrays } from './care.ts'
import type { Patch } from './patch.ts'

const SIDE = 40

type Colour = readonly [number, number, number]

/** A patch of one colour, and a square in its middle of another. */
function patchOf(around: Colour, middle: Colour): Patch {
  const plane = (c: 0 | 1 | 2) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => (isMiddle(i) ? middle[c] : around[c]))
  return { width: SIDE, height: SIDE, r: plane(0), g: plane(1), b: plane(2) }
}

const isMiddle = (i: number) => Math.max(Math.abs((i % SIDE) - 20), Math.abs(Math.floor(i / SIDE) - 20)) < 8

const MIDDLE = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (isMiddle(i) ? 1 : 0))
const NOTHING = new Float32Array(SIDE * SIDE)
const everywhere = NOTHING.map(() => 1)
const CENTRE = 20 * SIDE + 20

const at = ({ r, g, b }: Patch, i: number): Colour => [r[i] ?? 0, g[i] ?? 0, b[i] ?? 0]
const redness = ([r, g, b]: Colour) => r / (0.299 * r + 0.587 * g + 0.114 * b) - 1

describe('whitenTeeth', () => {
  const LIP = [0.7, 0.4, 0.4] as const
  const TOOTH = [0.8, 0.74, 0.58] as const

  test('takes yellow off teeth by degree', () => {
    const yellow = [0, 0.5, 1].map((degree) => {
      const patch = patchOf(LIP, TOOTH)
      whitenTeeth(patch, MIDDLE, degree)
      const [r, , b] = at(patch, CENTRE)
      expect(at(patch, 0)).toEqual(at(patchOf(LIP, TOOTH), 0))
      return r - b
    })
    const [none = 0, half = 0, whole = 0] = yellow
    expect(none).toBeCloseTo(0.22, 5)
    expect(half).toBeLessThan(none - 0.04)
    expect(whole).toBeLessThan(half - 0.04)
    expect(whole).toBeGreaterThan(0.02)
  })

  testEach([
    ['gums', [0.75, 0.42, 0.42]],
    ['the dark of a mouth', [0.2, 0.1, 0.09]],
  ] as const)('leaves %s', (_, colour) => {
    const patch = patchOf(colour, TOOTH)
    whitenTeeth(patch, everywhere, 1)
    at(patch, 0).forEach((value, c) => expect(value).toBeCloseTo(colour[c] ?? 0, 1))
  })

  test('leaves a mouth without visible teeth', () => {
    const dark = [0.22, 0.12, 0.1] as const
    const patch = patchOf(dark, dark)
    whitenTeeth(patch, everywhere, 1)
    expect(at(patch, CENTRE)).toEqual(at(patchOf(dark, dark), CENTRE))
  })
})

describe('calmEyes', () => {
  const SKIN = [0.72, 0.54, 0.45] as const
  const calmed = (colour: Colour, part: 'lids' | 'whites', degree: number) => {
    const patch = patchOf(SKIN, colour)
    const parts = { lids: NOTHING, whites: NOTHING, [part]: MIDDLE }
    calmEyes(patch, parts, degree)
    return at(patch, CENTRE)
  }

  test('brings a red lid to the colour of the skin about it by degree, and keeps its light', () => {
    const RED = [0.76, 0.46, 0.42] as const
    const [none, half, whole] = [0, 0.5, 1].map((degree) => calmed(RED, 'lids', degree)) as [
      Colour,
      Colour,
      Colour,
    ]
    none.forEach((value, c) => expect(value).toBeCloseTo(RED[c] ?? 0, 5))
    expect(redness(half)).toBeLessThan(redness(none) - 0.04)
    expect(redness(whole)).toBeLessThan(redness(half) - 0.04)
    expect(redness(whole)).toBeGreaterThan(redness(SKIN) - 0.01)
    const luma = ([r, g, b]: Colour) => 0.299 * r + 0.587 * g + 0.114 * b
    expect(luma(whole)).toBeCloseTo(luma(RED), 3)
  })

  test('a bloodshot white turns white, not green', () => {
    const [r, g, b] = calmed([0.75, 0.6, 0.56], 'whites', 1)
    expect(r - g).toBeLessThan(0.09)
    expect(r).toBeGreaterThan(g)
    expect(g).toBeGreaterThanOrEqual(b)
  })

  testEach([
    ['a brown iris', [0.25, 0.15, 0.1], 'whites'],
    ['a lash', [0.1, 0.07, 0.06], 'lids'],
    ['a lid like the skin', SKIN, 'lids'],
    ['a clear white', [0.8, 0.79, 0.78], 'whites'],
  ] as const)('leaves %s', (_, colour, part) => {
    calmed(colour, part, 1).forEach((value, c) => expect(value).toBeCloseTo(colour[c] ?? 0, 2))
  })
})

describe('withoutStrays', () => {
  const TALL = 200
  /** A head with a hair that stands off it, and a thin object below the chin. */
  const alpha = createPlane(TALL, TALL)
  for (let y = 0; y < TALL; y++)
    for (let x = 0; x < TALL; x++)
      alpha.data[y * TALL + x] = Math.hypot(x - 100, y - 90) < 50 || x === 20 || (y > 160 && x > 60) ? 1 : 0
  const head = { chin: 140, unit: 150 }
  const alphaAt = (x: number, y: number, degree: number) =>
    withoutStrays(alpha, head, degree).data[y * TALL + x] ?? 0

  test('takes single hairs by degree', () => {
    expect(alphaAt(20, 60, 0)).toBe(1)
    expect(alphaAt(20, 60, 0.5)).toBeCloseTo(0.5, 1)
    expect(alphaAt(20, 60, 1)).toBeLessThan(0.1)
  })

  test('leaves the head, and everything below the chin', () => {
    expect(alphaAt(100, 90, 1)).toBeCloseTo(1, 3)
    expect(alphaAt(100, 45, 1)).toBeGreaterThan(0.9)
    expect(alphaAt(20, 170, 1)).toBe(1)
  })
})
