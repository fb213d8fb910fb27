import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { cutOf } from './reduction.ts'

const percent = (value: number) => ({ percent: value, amountMinor: null })
const euros = (amountMinor: number) => ({ percent: null, amountMinor })

testEach([
  ['a fifth', percent(20), 900, 180],
  ['a fraction of a cent goes to the customer', percent(20), 199, 40],
  ['half a cent too', percent(50), 399, 200],
  ['the least fraction too', percent(1), 101, 2],
  ['an even cent stays even', percent(7), 1000, 70],
  ['everything', percent(100), 900, 900],
  ['an amount', euros(250), 900, 250],
  ['an amount above the price takes no more than it', euros(1500), 900, 900],
  ['what a card cannot be charged is let go', percent(60), 99, 99],
  ['by an amount too', euros(851), 900, 900],
  ['the least that can be charged is charged', euros(850), 900, 850],
  ['nothing is taken off what costs nothing', percent(20), 0, 0],
])('%s: %j of %i takes off %i', (_name, value, priceMinor, cutMinor) => {
  expect(cutOf(value, priceMinor)).toBe(cutMinor)
})

test("no percentage of any price rounds in the seller's favour, or by a whole cent in the customer's", () => {
  for (let priceMinor = 100; priceMinor <= 1000; priceMinor += 7) {
    for (let value = 1; value <= 50; value++) {
      const tooMuch = cutOf(percent(value), priceMinor) * 100 - priceMinor * value
      expect(tooMuch).toBeGreaterThanOrEqual(0)
      expect(tooMuch).toBeLessThan(100)
    }
  }
})
