import { beforeEach, describe, expect, test } from '@jest/globals'
import { withRoom } from '#studio/kernels/kernels.ts'
import { soilMemory } from '#studio/kernels/soiled.fixture.ts'
import { createRandom } from '#studio/scene/noise.ts'
import { areasOfChange } from './areas.ts'
import {
  blur,
  blurWithin,
  blurReach,
  boxMean,
  createPlane,
  distanceTo,
  enlarge,
  opening,
  reduce,
} from './filters.ts'

beforeEach(soilMemory)

function noisePlane(width: number, height: number) {
  const random = createRandom(7)
  const plane = createPlane(width, height)
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = random()
  return plane
}

const mean = (data: Float32Array) => data.reduce((sum, value) => sum + value, 0) / data.length

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
      // Running sums in single precision: a few units in the last place.
      expect(out[y * 9 + x]).toBeCloseTo(sum / count, 5)
    }
  }
})

describe('blur', () => {
  test.each([1.5, 6, 15, 20])('spreads a point to the variance of its sigma %f', (sigma) => {
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
    // Whole-pixel boxes cannot hit every sigma: 12 % is what three of them miss at worst here.
    expect(Math.abs(Math.sqrt(variance / total) / sigma - 1)).toBeLessThan(0.12)
  })

  test('leaves a flat plane flat up to its borders', () => {
    const out = blur(createPlane(50, 40, 0.3), 5)
    for (const value of out.data) expect(value).toBeCloseTo(0.3, 5)
  })
})

test('blurred where it changes alone, a plane is blurred as a whole', () => {
  const plane = createPlane(160, 130)
  for (let y = 0; y < 50; y++)
    for (let x = 0; x < 60; x++) plane.data[y * 160 + x] = (x * y) % 7 === 0 ? 1 : 0.4
  const whole = blur(plane, 5).data
  withRoom((room) => {
    const source = room.put(plane.data)
    const areas = areasOfChange(room, source, plane, blurReach(5))
    const covered = areas.reduce((sum, area) => sum + (area.right - area.left) * (area.bottom - area.top), 0)
    expect(covered).toBeLessThan(0.6 * plane.data.length)
    blurWithin(plane, source, 5, areas)
    const blurred = room.takeFloats(source, plane.data.length)
    blurred.forEach((value, i) => expect(value).toBeCloseTo(whole[i] ?? NaN, 5))
  })
})

test('reduce keeps the mean, enlarge keeps a flat plane and the range', () => {
  const plane = noisePlane(64, 48)
  expect(mean(reduce(plane, 4).data)).toBeCloseTo(mean(plane.data), 5)
  const large = enlarge(plane, 200, 111)
  expect(Math.max(...large.data)).toBeLessThanOrEqual(Math.max(...plane.data) + 1e-6)
  expect(Math.min(...large.data)).toBeGreaterThanOrEqual(Math.min(...plane.data) - 1e-6)
})

test('distanceTo stays within the 8 % a chamfer may miss', () => {
  const inside = new Uint8Array(81 * 81)
  inside[40 * 81 + 40] = 1
  const distance = distanceTo(inside, 81, 81)
  for (const [x, y] of [
    [0, 40],
    [70, 60],
    [13, 3],
  ] as const) {
    const exact = Math.hypot(x - 40, y - 40)
    expect(Math.abs((distance[y * 81 + x] ?? 0) / exact - 1)).toBeLessThan(0.085)
  }
})

test('opening removes a strand and keeps a slab', () => {
  const plane = createPlane(40, 40)
  for (let y = 0; y < 40; y++) {
    plane.data[y * 40 + 5] = 1
    for (let x = 20; x < 32; x++) plane.data[y * 40 + x] = 0.5
  }
  const out = opening(plane, 2)
  expect(out.data[20 * 40 + 5]).toBe(0)
  expect(out.data[20 * 40 + 26]).toBe(0.5)
})
