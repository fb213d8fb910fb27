import { test } from 'node:test'
import { expect } from 'expect'
import { fastCode, fastLinear, toCode, toLinear } from './color.ts'

test('the tables say what the curves say, and clamp', () => {
  for (let step = 0; step <= 5000; step++) {
    const value = step / 5000
    expect(Math.abs(fastCode(value) - toCode(value))).toBeLessThan(1 / 4000)
    expect(Math.abs(fastLinear(value) - toLinear(value))).toBeLessThan(1 / 100_000)
  }
  expect([fastCode(-1), fastCode(2), fastLinear(-1), fastLinear(2)]).toEqual([0, 1, 0, 1])
})
