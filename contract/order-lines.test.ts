import { test } from 'node:test'
import { expect } from 'expect'
import { orderLines } from './order-lines.ts'

const pricesOf = (...of: Parameters<typeof orderLines>) =>
  orderLines(...of).map(({ styleId, includesTraining, regularAmountMinor }) => [
    styleId,
    includesTraining,
    regularAmountMinor,
  ])

test('the training is paid once, with the dearest style', () => {
  expect(
    pricesOf(['studio-grey', 'city-dusk', 'library'], { currency: 'EUR', includesTraining: true }),
  ).toEqual([
    ['city-dusk', true, 900],
    ['studio-grey', false, 99],
    ['library', false, 299],
  ])
})

test('of styles of one price it is the first in the shop', () => {
  expect(pricesOf(['swiss-alps', 'city-dusk'], { currency: 'USD', includesTraining: true })).toEqual([
    ['city-dusk', true, 1000],
    ['swiss-alps', false, 399],
  ])
})

test('without the training each costs its tier', () => {
  expect(pricesOf(['library', 'studio-grey'], { currency: 'EUR', includesTraining: false })).toEqual([
    ['studio-grey', false, 99],
    ['library', false, 299],
  ])
})
