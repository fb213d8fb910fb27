import { beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { fillMemoryWithNaN } from '#studio/kernels/nan-memory.fixture.ts'
import { testEach } from '#tests/support/each.ts'
import { blur, boxMean } from './blur.ts'
import { noisePlane } from './noise-plane.fixture.ts'
import { createPlane } from './plane.ts'

beforeEach(fillMemoryWithNaN)

test('boxMean equals the mean counted by hand, at borders and with a window wider than the picture', () => {
  const plane = noisePlane(9, 7)
  for (const radius of [1, 2, 20]) {
    const out = boxMean(plane, radius).data
    for (const [x, y] of [
      [0, 0],
      [8, 6],
      [4, 3],
      [1, 5],
    ] as const) {
      let sum = 0
      let count = 0
      for (let v = Math.max(0, y - radius); v <= Math.min(6, y + radius); v++) {
        for (let u = Math.max(0, x - radius); u <= Math.min(8, x + radius); u++) {
          sum += plane.data[v * 9 + u] ?? 0
          count++
        }
      }
      // Sums in single precision: a few units in the last place.
      expect(out[y * 9 + x]).toBeCloseTo(sum / count, 5)
    }
  }
})

describe('blur', () => {
  testEach([1.5, 6, 15, 20])('spreads a point to the variance of its sigma %f', (sigma) => {
    const plane = createPlane(201, 201)
    plane.data[100 * 201 + 100] = 1
    const out = blur(plane, sigma)
    let total = 0
    let variance = 0
    for (let y = 0; y < 201; y++) {
      for (let x = 0; x < 201; x++) {
        const value = out.data[y * 201 + x] ?? 0
        total += value
        variance += value * (x - 100) ** 2
      }
    }
    expect(total).toBeCloseTo(1, 2)
    // Wide blurs run on a reduced copy: 3 % is what that adds at worst here.
    expect(Math.abs(Math.sqrt(variance / total) / sigma - 1)).toBeLessThan(0.04)
  })

  test('leaves a flat plane flat up to its borders', () => {
    const out = blur(createPlane(50, 40, 0.3), 5)
    for (const value of out.data) expect(value).toBeCloseTo(0.3, 5)
  })
})
