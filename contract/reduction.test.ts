import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { cutOf, cutsOf } from './reduction.ts'

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

describe('a discount on an order', () => {
  const first = { includesTraining: true, regularAmountMinor: 900 }
  const further = { includesTraining: false, regularAmountMinor: 199 }
  const ofAll = (value: ReturnType<typeof percent>) => ({ ...value, isFirstBundleOnly: false })

  test('is divided by price, to the cent', () => {
    expect(cutsOf(ofAll(percent(20)), [first, further])).toEqual([181, 39])
    for (let value = 1; value < 50; value++) {
      const cuts = cutsOf(ofAll(percent(value)), [first, further, further])
      expect(cuts.reduce((sum, cut) => sum + cut, 0)).toBe(cutOf(percent(value), 1298))
    }
  })

  test('of everything leaves nothing of any style', () => {
    expect(cutsOf(ofAll(percent(100)), [first, further])).toEqual([900, 199])
  })

  test('for first bundles reduces the style that brings the training alone', () => {
    const seat = { ...percent(100), isFirstBundleOnly: true }
    expect(cutsOf(seat, [first, further])).toEqual([900, 0])
    expect(cutsOf(seat, [further, further])).toEqual([0, 0])
  })

  test('may leave less of one style than a card can be charged, as the order is charged', () => {
    expect(cutsOf({ ...percent(95), isFirstBundleOnly: true }, [first, further])).toEqual([855, 0])
    expect(cutsOf({ ...percent(95), isFirstBundleOnly: true }, [first])).toEqual([900])
  })
})
