import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { clearLens } from './lenses.ts'
import type { Patch } from './patch.ts'

const SIDE = 200
const UNIT = 400
const SKIN = [0.72, 0.54, 0.45] as const
const DARK_SKIN = [0.3, 0.2, 0.16] as const
type Colour = readonly [number, number, number]

const rows = (from: number, to: number) =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const y = Math.floor(i / SIDE)
    return y >= from && y < to ? 1 : 0
  })
const PARTS = { lens: rows(10, 120), eye: rows(50, 70), cheek: rows(150, 200) }

/** A disc of a colour on skin. */
function patchOf(skin: Colour, { y, radius, colour }: { y: number; radius: number; colour: Colour }): Patch {
  const plane = (c: 0 | 1 | 2) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
      const inside = Math.hypot((i % SIDE) - 100, Math.floor(i / SIDE) - y) < radius
      return inside ? colour[c] : skin[c]
    })
  return { width: SIDE, height: SIDE, r: plane(0), g: plane(1), b: plane(2) }
}

const at = ({ r, g, b }: Patch, y: number): Colour => {
  const i = y * SIDE + 100
  return [r[i] ?? 0, g[i] ?? 0, b[i] ?? 0]
}
const cleared = (skin: Colour, spot: { y: number; radius: number; colour: Colour }, degree = 1) => {
  const patch = patchOf(skin, spot)
  clearLens(patch, PARTS, UNIT, degree)
  return at(patch, spot.y)
}

describe('clearLens', () => {
  testEach([
    ['a window on fair skin', SKIN, [0.98, 0.95, 0.92]],
    ['a window on dark skin', DARK_SKIN, [0.8, 0.8, 0.8]],
    ['a blue coating', SKIN, [0.6, 0.68, 0.7]],
    ['a green coating', SKIN, [0.5, 0.75, 0.55]],
  ] as const)('puts skin in the place of %s', (_, skin, colour) => {
    cleared(skin, { y: 95, radius: 12, colour }).forEach((value, c) =>
      expect(value).toBeCloseTo(skin[c] ?? 0, 1),
    )
  })

  test('works by degree', () => {
    const WINDOW = [0.98, 0.95, 0.92] as const
    const [none = 0, half = 0, whole = 0] = [0, 0.5, 1].map(
      (degree) => cleared(SKIN, { y: 95, radius: 12, colour: WINDOW }, degree)[0],
    )
    expect(none).toBeCloseTo(0.98, 5)
    expect(half).toBeCloseTo(0.85, 1)
    expect(whole).toBeLessThan(0.75)
  })

  testEach([
    ['what lies in the eye', { y: 60, radius: 6, colour: [0.95, 0.95, 0.95] }],
    ['what lies beside the lens', { y: 175, radius: 12, colour: [0.98, 0.95, 0.92] }],
    ['light as wide as a cheek', { y: 95, radius: 60, colour: [0.82, 0.66, 0.57] }],
    ['a dark frame', { y: 95, radius: 8, colour: [0.1, 0.12, 0.2] }],
    ['a freckle', { y: 95, radius: 4, colour: [0.5, 0.33, 0.25] }],
  ] as const)('leaves %s', (_, spot) => {
    cleared(SKIN, spot).forEach((value, c) => expect(value).toBeCloseTo(spot.colour[c] ?? 0, 2))
  })

  test('leaves a bright frame, which is longer than a reflection', () => {
    const METAL = 0.95
    const patch = patchOf(SKIN, { y: 95, radius: 0, colour: SKIN })
    for (const channel of [patch.r, patch.g, patch.b])
      for (let y = 94; y < 97; y++) channel.fill(METAL, y * SIDE + 40, y * SIDE + 160)
    clearLens(patch, PARTS, UNIT, 1)
    at(patch, 95).forEach((value) => expect(value).toBeCloseTo(METAL, 5))
  })
})
