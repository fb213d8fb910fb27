import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { withoutLint } from './lint.ts'

const SIDE = 300
const UNIT = 400
const CLOTH = 0.15
const BRIGHT = 0.5

type At = (x: number, y: number) => boolean
const near =
  (x: number, y: number, radius: number): At =>
  (a, b) =>
    Math.hypot(a - x, b - y) < radius

/** The red of cloth with bright spots, after. */
function taken(isBright: At, { degree = 1, isCloth = () => true }: { degree?: number; isCloth?: At } = {}) {
  const plane = () =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
      isBright(i % SIDE, Math.floor(i / SIDE)) ? BRIGHT : CLOTH,
    )
  const cloth = Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    isCloth(i % SIDE, Math.floor(i / SIDE)) ? 1 : 0,
  )
  const patch = { width: SIDE, height: SIDE, r: plane(), g: plane(), b: plane() }
  withoutLint(patch, cloth, UNIT, degree)
  return (x: number, y: number) => patch.r[y * SIDE + x] ?? 0
}

describe('withoutLint', () => {
  testEach([
    ['a speck', near(150, 150, 2.5)],
    ['a fiber', (x: number, y: number) => x - y === 0 && x > 145 && x < 156],
  ] as const)('takes %s', (_, isBright) => {
    expect(taken(isBright)(150, 150)).toBeCloseTo(CLOTH, 2)
  })

  test('works by degree', () => {
    const left = [0, 0.5, 1].map((degree) => taken(near(150, 150, 2.5), { degree })(150, 150))
    expect(left[0]).toBeCloseTo(BRIGHT, 5)
    expect(left[1]).toBeCloseTo((BRIGHT + CLOTH) / 2, 1)
    expect(left[2]).toBeLessThan(CLOTH + 0.03)
  })

  testEach([
    ['a button', near(150, 150, 9), {}],
    ['a long seam', (x: number) => x === 150, {}],
    ['dots', (x: number, y: number) => Math.hypot((x % 12) - 6, (y % 12) - 6) < 2.5, {}],
    ['stripes', (x: number) => x % 10 < 2, {}],
    ['what is no cloth', near(150, 150, 2.5), { isCloth: (x: number) => x < 100 }],
  ] as const)('leaves %s', (_, isBright: At, options) => {
    const after = taken(isBright, options)
    for (let y = 130; y < 170; y++)
      for (let x = 130; x < 170; x++) expect(after(x, y)).toBeCloseTo(isBright(x, y) ? BRIGHT : CLOTH, 2)
  })
})
