import { describe, expect, test } from '@jest/globals'
import { createPlane } from '#studio/matte/filters.ts'
import type { Plane } from '#studio/raster.ts'
import { expand, halve, rowOf, shrink, soften, softened } from './soften.ts'

/** Spread of what became of a single bright pixel, along x. */
function spreadOf({ width, height, data }: Plane): { sum: number; sigma: number } {
  let sum = 0
  let first = 0
  let second = 0
  for (let i = 0; i < width * height; i++) {
    const value = data[i] ?? 0
    sum += value
    first += value * (i % width)
    second += value * (i % width) ** 2
  }
  return { sum, sigma: Math.sqrt(second / sum - (first / sum) ** 2) }
}

describe('soften', () => {
  // Three boxes and splines come near a Gaussian, not to it: a tenth of a spread shows nowhere.
  test.each([0.9, 1.7, 4.3, 6.2, 17, 26])('spreads a point by a sigma of %f and loses no light', (sigma) => {
    const point = createPlane(160, 160)
    point.data[80 * 160 + 80] = 1000
    const found = spreadOf(soften(point, sigma))
    expect(Math.abs(found.sigma / sigma - 1)).toBeLessThan(0.1)
    expect(found.sum).toBeCloseTo(1000, -1)
  })

  test('leaves an even plane even, to its borders', () => {
    for (const sigma of [1, 5, 20]) {
      for (const value of soften(createPlane(51, 37, 0.4), sigma).data) expect(value).toBeCloseTo(0.4, 5)
    }
  })
})

test('expand draws a ramp without steps and keeps its place', () => {
  const cells = { width: 16, height: 4, data: Float32Array.from({ length: 64 }, (_, i) => i % 16) }
  const { data } = expand(cells, 64, 16, 4)
  for (let x = 8; x < 55; x++) {
    expect(data[8 * 64 + x]).toBeCloseTo((x + 0.5) / 4 - 0.5, 4)
  }
})

test('halving twice is the mean over four by four, odd borders included', () => {
  const plane = { width: 8, height: 8, data: Float32Array.from({ length: 64 }, (_, i) => i) }
  expect(shrink(plane, 2).data[0]).toBeCloseTo((0 + 27) / 2, 5)
  const odd = halve({ width: 3, height: 1, data: Float32Array.of(1, 3, 7) })
  expect([odd.width, odd.height, ...odd.data]).toEqual([2, 1, 2, 7])
})

test.each([1.2, 9])('rows of a blur of %f may be asked for in any order', (sigma) => {
  const plane = { width: 40, height: 30, data: Float32Array.from({ length: 1200 }, (_, i) => (i * 37) % 11) }
  const whole = soften(plane, sigma)
  const rows = softened(plane, sigma)
  for (const y of [29, 0, 17, 4])
    expect([...rowOf(rows, y)]).toEqual([...whole.data.subarray(y * 40, y * 40 + 40)])
})

test('expand goes by fractions of a pixel too, and ends as the last cell', () => {
  const cells = { width: 5, height: 3, data: Float32Array.from({ length: 15 }, (_, i) => i % 5) }
  const { data } = expand(cells, 17, 10, 3.3)
  for (let x = 4; x < 13; x++) expect(data[4 * 17 + x]).toBeCloseTo((x + 0.5) / 3.3 - 0.5, 4)
  expect(data[16]).toBeCloseTo(4, 0)
})
