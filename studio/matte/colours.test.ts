import { test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { subjectColours } from './colours.ts'
import type { Guide } from './guided-filter.ts'

// Odd, so that vectors and cells do not end with the rows.
const WIDTH = 131
const HEIGHT = 67
const FACE = { eyeY: 50, faceHeight: 600 }

/** Red on the left, green on the right, mixed where alpha falls from 1 to 0. */
function twoSides() {
  const across = (value: (x: number) => number) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => value(i % WIDTH))
  const alphaAt = (x: number) => Math.min(1, Math.max(0, (70 - x) / 10))
  const guide: Guide = {
    width: WIDTH,
    height: HEIGHT,
    planes: [across((x) => 0.8 * alphaAt(x)), across((x) => 0.6 * (1 - alphaAt(x))), across(() => 0.4)],
  }
  return { guide, alpha: { width: WIDTH, height: HEIGHT, data: across(alphaAt) } }
}

test('opaque pixels keep their colours, pixels of a soft edge lose the colours behind them', () => {
  const { guide, alpha } = twoSides()
  fillMemoryWithNaN()
  const colours = subjectColours(guide, alpha, FACE, 8)
  for (const x of [0, 30, 60, 62, 65, 68]) {
    const at = (40 * WIDTH + x) * 3
    const [r = 0, g = 255, b = 0] = colours.subarray(at, at + 3)
    const slack = x <= 60 ? 0 : 12
    expect(Math.abs(r - 204)).toBeLessThanOrEqual(slack)
    expect(g).toBeLessThanOrEqual(slack)
    expect(Math.abs(b - 102)).toBeLessThanOrEqual(slack)
  }
})

test('a dark strand in a soft edge stays dark, though skin is the nearest whole colour', () => {
  const across = (value: (x: number) => number) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => value(i % WIDTH))
  const alphaAt = (x: number) => (x < 60 ? 1 : x < 80 ? 0.6 : 0)
  // Skin, then strands with gaps, before a bright wall.
  const strand = (x: number) => x % 4 < 2
  const light = (x: number, skin: number) => (x < 60 ? skin : x < 80 ? (strand(x) ? 0.15 : 0.5) : 0.9)
  const guide: Guide = {
    width: WIDTH,
    height: HEIGHT,
    planes: [across((x) => light(x, 0.8)), across((x) => light(x, 0.6)), across((x) => light(x, 0.5))],
  }
  const colours = subjectColours(guide, { width: WIDTH, height: HEIGHT, data: across(alphaAt) }, FACE, 8)
  for (const x of [68, 69, 72, 73]) expect(colours[(40 * WIDTH + x) * 3]).toBeLessThan(90)
})

testEach([
  ['white hair', 0.9, 0.3],
  ['dark hair', 0.1, 0.8],
])('above the eyes the border of %s loses the colour of the wall behind', (_, hair, wall) => {
  const across = (value: (x: number) => number) =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (__, i) => value(i % WIDTH))
  // The picture turns to the wall two pixels before alpha falls.
  const seen = (x: number) => Math.min(1, Math.max(0, (64 - x) / 6))
  const alphaAt = (x: number) => Math.min(1, Math.max(0, (66 - x) / 6))
  const light = across((x) => hair * seen(x) + wall * (1 - seen(x)))
  const guide: Guide = { width: WIDTH, height: HEIGHT, planes: [light, light, light] }
  const colours = subjectColours(guide, { width: WIDTH, height: HEIGHT, data: across(alphaAt) }, FACE, 8)
  const strayAt = (x: number, y: number) => Math.abs((colours[(y * WIDTH + x) * 3] ?? 0) / 255 - hair)
  for (const x of [57, 58, 59, 60]) expect(strayAt(x, 30)).toBeLessThan(0.04)
  expect(strayAt(60, 60)).toBeGreaterThan(0.15)
})
