import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { dueWith, isFriendsPrice, reductionOf } from './reduction.ts'

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

const HALF = { amount: 50, type: 'percentage' } as const
const EUROS = { amount: 2.5, type: 'euro' } as const

testEach([
  ['the regular price', undefined, 900, 'EUR', 900, 0],
  ["a friend's price", undefined, 810, 'EUR', 810, 0],
  ["a friend's price with a code, which takes its place", HALF, 810, 'EUR', 450, 450],
  ["a friend's price with a code that is none in this currency", EUROS, 810, 'USD', 810, 0],
  ['a free product with a code', HALF, 0, 'EUR', 0, 0],
] as const)('%s', (_name, discount, amountMinor, currency, dueMinor, cutMinor) => {
  const price = { amountMinor, regularAmountMinor: 900, currency }
  expect(dueWith(discount, price)).toEqual({ dueMinor, cutMinor })
})

testEach([
  [810, true],
  [900, false],
  [0, false],
] as const)('%i of 900 is a price by invitation: %s', (amountMinor, expected) => {
  expect(isFriendsPrice({ amountMinor, regularAmountMinor: 900, currency: 'EUR' })).toBe(expected)
})
