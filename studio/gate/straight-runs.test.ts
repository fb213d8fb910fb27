import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { longestStraightRun } from './straight-runs.ts'

const STRICT = { tolerance: 0.3, steepest: 0.3 }
const line = (count: number, value: (i: number) => number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => value(i))

testEach<[string, Float32Array, number]>([
  ['a ruler', line(60, () => 12.4), 60],
  ['a ruler held askew', line(60, (i) => 12 + 0.14 * i), 60],
  ['too steep', line(60, (i) => i), 0],
  ['a dome', line(100, (i) => 40 - Math.sqrt(60 ** 2 - (i - 50) ** 2)), 16],
  ['cloth', line(60, (i) => 12 + 2 * Math.sin(i)), 0],
  ['broken off', line(60, (i) => (i < 20 || i > 45 ? NaN : 9)), 26],
  ['nothing', line(60, () => NaN), 0],
])('%s', (_name, values, length) => {
  const found = longestStraightRun(values, STRICT).length
  expect(Math.abs(found - length)).toBeLessThanOrEqual(length === 16 ? 6 : 0)
})
