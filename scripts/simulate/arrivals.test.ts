import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import {
  arrivalsOf,
  DAY_SECONDS,
  highestRate,
  PEAK_OVER_MEAN_MOST,
  rateAt,
  type DayShape,
} from './arrivals.ts'
import { createRandom } from './random.ts'

const NO_LAUNCH = { factor: 0, fromHour: 0, hours: 0 }
const DAY: DayShape = { ordersPerDay: 20_000, peakOverMean: 2.2, peakHour: 20, launch: NO_LAUNCH }

testEach([
  ['an ordinary day', DAY, 20_000],
  ['a day without a peak', { ...DAY, peakOverMean: 1 }, 20_000],
  ['a day of launch', { ...DAY, launch: { factor: 3, fromHour: 18, hours: 2 } }, 20_000 * (1 + (3 * 2) / 24)],
] as const)('%s has its number of orders, in ascending moments', (_name, day, expected) => {
  const moments = [...arrivalsOf(day, createRandom(1))]
  // Four standard deviations of a Poisson process.
  expect(Math.abs(moments.length - expected)).toBeLessThan(4 * Math.sqrt(expected))
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...moments)).toBeLessThan(DAY_SECONDS)
})

test('the busiest hour is the evening, by as much as was said', () => {
  const moments = [...arrivalsOf(DAY, createRandom(2))]
  const around = moments.filter((at) => Math.abs(at / 3600 - 20) < 0.5).length
  expect(Math.abs(around / (20_000 / 24) / 2.2 - 1)).toBeLessThan(0.1)
  expect(highestRate(DAY)).toBeCloseTo((2.2 * 20_000) / DAY_SECONDS, 6)
})

test('the same seed gives the same day, another one another', () => {
  const day = (seed: number) => [...arrivalsOf(DAY, createRandom(seed))]
  expect(day(3)).toEqual(day(3))
  expect(day(3)).not.toEqual(day(4))
})

test('a peak that no day with this evening has is refused', () => {
  expect(() => rateAt({ ...DAY, peakOverMean: PEAK_OVER_MEAN_MOST + 0.1 }, 0)).toThrow(RangeError)
  expect(() => rateAt({ ...DAY, peakOverMean: 0.5 }, 0)).toThrow(RangeError)
})
