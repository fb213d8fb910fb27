import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { highestRate } from './arrivals.ts'
import { readAssumptions } from './assumptions.ts'
import { shareThatWaits } from './erlang.ts'
import type { EngineName } from './order-flow.ts'
import { dayOf, plansFor, type Plan } from './plan.ts'
import { countWithin, leastEnough, quantile } from './sizing.ts'

const values = readAssumptions()

function planFor(orders: number, engine: EngineName): Plan {
  const [plan] = plansFor(orders, [engine], { values, seed: 1 })
  if (!plan) throw new Error('no plan')
  return plan
}

testEach([
  ['the first', 1, 1],
  ['one far off', 1, 977],
  ['the last', 5, 1000],
])('%s number that is enough is found', (_name, least, wanted) => {
  expect(leastEnough({ least, most: 1000 }, (count) => count >= wanted)).toBe(wanted)
})

test('where no number is enough, none is named', () => {
  expect(leastEnough({ least: 1, most: 50 }, () => false)).toBe(null)
})

test('quantiles and shares are those of the sorted numbers', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect([0.5, 0.95, 1].map((share) => quantile(numbers, share))).toEqual([5, 10, 10])
  expect([0, 1, 5.5, 10].map((limit) => countWithin(numbers, limit))).toEqual([0, 1, 5, 10])
  expect(quantile([], 0.5)).toBeNaN()
})

testEach([
  // Known values of Erlang's C.
  [1, 0.5, 0.5],
  [2, 1, 1 / 3],
  [10, 8, 0.40918],
])('of jobs for %s servers at a load of %s so many wait: %s', (servers, load, share) => {
  expect(shareThatWaits(servers, load)).toBeCloseTo(share, 4)
})

test('the machines of a plan are enough for its share, and more orders never need fewer', () => {
  const small = planFor(20_000, 'studio')
  const large = planFor(200_000, 'studio')
  expect(large.launchDay.withinPromise).toBeGreaterThanOrEqual(0.99)
  for (const role of ['studio', 'checks'] as const) {
    expect(large.roles[role].within99).toBeGreaterThan(small.roles[role].within99 ?? NaN)
    expect(large.roles[role].within99).toBeGreaterThanOrEqual(large.roles[role].within95 ?? NaN)
  }
})

test("the resource nearest to its limit comes first, and a vendor's caps are among them", () => {
  const { loads, vendorWanted } = planFor(100_000, 'bfl')
  const shares = loads.map(({ used, most }) => used / most)
  expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  const cap = loads.find(({ name }) => name === 'bfl, in flight')
  expect([cap?.used, cap?.most]).toEqual([vendorWanted?.inFlight, values['bfl.inFlight']])
})

test('a bill is the machines by their price, and the vendor by the order', () => {
  const orders = 1000
  const { roles, dollarsPerMonth } = planFor(orders, 'bfl')
  const machines =
    (roles.studio.within99 ?? NaN) + (roles.checks.within99 ?? NaN) + roles.api + roles.mail + roles.clock
  expect(dollarsPerMonth.machines).toBe(machines * values['machine.dollars'])
  expect(dollarsPerMonth.vendor).toBeCloseTo((orders * 12 * 0.019) / 0.9, 6)
})

test('a day is a thirtieth of the month, with its launch on top', () => {
  const day = dayOf(30_000, values)
  expect(day.ordersPerDay).toBe(1000)
  expect(highestRate(day)).toBeGreaterThan((1000 / 86_400) * values['launch.factor'])
})
