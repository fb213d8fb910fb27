import { describe, test } from 'node:test'
import { expect } from 'expect'
import type { Raster } from '#studio/picture/raster.ts'
import { testEach } from '#tests/support/each.ts'
import { cutSquare, fromSquare } from './crop.ts'

/** Red grows to the right, green downwards, blue is constant. */
function ramp(width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set([x, y, 77], (y * width + x) * 3)
  }
  return { width, height, data }
}

const raster = ramp(200, 160)
const squares = [
  { centreX: 100, centreY: 80, size: 64, angleRad: 0 },
  { centreX: 90, centreY: 70, size: 50, angleRad: 0.5 },
  { centreX: 100, centreY: 80, size: 60, angleRad: -0.3, mirrored: true },
]

testEach(squares)('a cut pixel holds the picture at its own place: %o', (square) => {
  const side = 32
  const cut = cutSquare(raster, square, side, 1, 0)
  for (const [i, j] of [
    [0, 0],
    [31, 0],
    [5, 20],
    [31, 31],
  ] as const) {
    const { x, y } = fromSquare(square, (i + 0.5) / side, (j + 0.5) / side)
    const at = (j * side + i) * 3
    // Two-fold shrinking reads a halved level, rounded to whole steps.
    expect(Math.abs((cut[at] ?? 0) - (x - 0.5))).toBeLessThan(1)
    expect(Math.abs((cut[at + 1] ?? 0) - (y - 0.5))).toBeLessThan(1)
  }
})

describe('edges and scale', () => {
  test('outside the picture is zero before gain and bias', () => {
    const cut = cutSquare(raster, { centreX: -100, centreY: -100, size: 20, angleRad: 0 }, 4, 2, -1)
    expect([...cut]).toEqual(new Array(48).fill(-1))
  })

  test('shrinking averages instead of picking pixels', () => {
    const checks = ramp(128, 128)
    for (let i = 0; i < checks.data.length; i++)
      checks.data[i] = (Math.floor(i / 3) + Math.floor(i / 384)) % 2 ? 200 : 100
    const cut = cutSquare(checks, { centreX: 64, centreY: 64, size: 128, angleRad: 0 }, 8, 1, 0)
    expect([...cut.subarray(3, 18)].every((value) => Math.abs(value - 150) < 2)).toBe(true)
  })

  test('a picture of one pixel can be cut', () => {
    const dot = { width: 1, height: 1, data: Uint8Array.of(9, 9, 9) }
    expect(cutSquare(dot, { centreX: 0.5, centreY: 0.5, size: 1, angleRad: 0 }, 1, 1, 0)[0]).toBe(9)
  })
})
