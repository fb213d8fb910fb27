import { expect, test } from '#tests/support/node-test.ts'
import { valueOfRank } from './rank.ts'

test.each([1, 2, 5, 3000])('of %d values each has its rank', (count) => {
  const values = Float32Array.from({ length: count }, (_, i) => Math.round(Math.sin(i * 12.9898) * 500))
  const before = values.slice()
  const sorted = values.toSorted()
  for (const share of [0, 0.25, 0.5, 0.98]) {
    const index = Math.floor(share * count)
    expect(valueOfRank(values, index)).toBe(sorted[index])
  }
  expect(values).toEqual(before)
})

test('no values have no rank', () => {
  expect(valueOfRank(new Float32Array(0), 0)).toBeNaN()
  expect(valueOfRank(Float32Array.of(3), 1)).toBeNaN()
})
