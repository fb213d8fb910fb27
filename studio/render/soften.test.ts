import { beforeAll, describe, expect, test } from '#tests/support/node-test.ts'
import { withRoom } from '#studio/kernels/kernels.ts'
import { soilMemory } from '#studio/kernels/soiled.fixture.ts'
import { createPlane } from '#studio/planes/plane.ts'
import type { Plane } from '#studio/picture/raster.ts'
import { expand } from './expanded.fixture.ts'
import { planeOf, sheetOf } from './sheet.ts'
import { shrinkIn, soften } from './soften.ts'

beforeAll(soilMemory)

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

test('shrinking by four is the mean over four by four, partial cells included', () => {
  const plane = { width: 10, height: 8, data: Float32Array.from({ length: 80 }, (_, i) => i) }
  const cells = withRoom((room) => planeOf(room, shrinkIn(room, sheetOf(room, plane), 4)))
  expect([cells.width, cells.height, ...cells.data]).toEqual([3, 2, 16.5, 20.5, 23.5, 56.5, 60.5, 63.5])
})

test('expand goes by fractions of a pixel too, and ends as the last cell', () => {
  const cells = { width: 5, height: 3, data: Float32Array.from({ length: 15 }, (_, i) => i % 5) }
  const { data } = expand(cells, 17, 10, 3.3)
  for (let x = 4; x < 13; x++) expect(data[4 * 17 + x]).toBeCloseTo((x + 0.5) / 3.3 - 0.5, 4)
  expect(data[16]).toBeCloseTo(4, 0)
})
