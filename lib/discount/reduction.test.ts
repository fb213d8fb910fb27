import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { reductionOf } from './reduction.ts'

testEach([
  [20, 'percentage', 900, 'EUR', 180],
  [20, 'percentage', 1000, 'USD', 200],
  [100, 'percentage', 900, 'EUR', 900],
  [2.5, 'euro', 900, 'EUR', 250],
  [4.35, 'euro', 900, 'EUR', 435],
  [2.5, 'euro', 1000, 'USD', 0],
] as const)('%d %s off %i %s is %i', (amount, type, amountMinor, currency, cutMinor) => {
  expect(reductionOf({ amount, type }, { amountMinor, currency })).toBe(cutMinor)
})
