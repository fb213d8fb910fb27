import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { median, quantile } from './rank.ts'

testEach([1, 2, 5, 3000])('of %d values each share has its value', (count) => {
  const values = Float32Array.from({ length: count }, (_, i) => Math.round(Math.sin(i * 12.9898) * 500))
  const before = values.slice()
  const sorted = values.toSorted()
  for (const share of [0, 0.25, 0.5, 0.98])
    expect(quantile(values, share)).toBe(sorted[Math.floor(share * count)])
  expect(quantile(values, 1)).toBe(Math.max(...values))
  expect(values).toEqual(before)
})

test('of no values there is none', () => {
  expect(quantile([], 0)).toBeNaN()
  expect(median(new Float32Array(0))).toBeNaN()
})
