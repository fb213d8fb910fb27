import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readAssumptions } from './assumptions.ts'
import { ENGINES, runOrders } from './order-flow.ts'
import { createRandom } from './random.ts'
import type { VendorCaps } from './vendor.ts'

const values = readAssumptions()
const MACHINES = { studio: 2, clock: 2 }
/** One each half minute. */
const purchases = Array.from({ length: 300 }, (_, index) => 30 * index)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

testEach(ENGINES.map((engine) => [engine]))(
  'by %s, every order is delivered or given up, and counted in its minute',
  (engine) => {
    const failing = { ...values, 'job.failures': 0.5, 'vendor.failures': 0.5 }
    const random = createRandom(1)
    const flow = runOrders({ purchases, engine, machines: MACHINES, values: failing, random })
    expect(flow.placed).toBe(purchases.length)
    expect(flow.seconds.length + flow.givenUp).toBe(purchases.length)
    expect(flow.givenUp).toBeGreaterThan(0)
    expect(sum(flow.minutes.map(({ placed }) => placed))).toBe(flow.placed)
    expect(flow.minutes.at(-1)?.waiting).toBe(0)
  },
)

test('the same seed gives the same seconds', () => {
  const run = (seed: number) =>
    runOrders({ purchases, engine: 'fal', machines: MACHINES, values, random: createRandom(seed) }).seconds
  expect(run(1)).toEqual(run(1))
  expect(run(1)).not.toEqual(run(2))
})

test('alone on its machine, an order takes what its jobs take', () => {
  const exact = { ...values, 'order.spread': 0, 'job.failures': 0 }
  const random = createRandom(1)
  const flow = runOrders({ purchases: [0], engine: 'studio', machines: MACHINES, values: exact, random })
  const jobs = (['train-person', 'generate-bundle'] as const).map(
    (name) => values[`${name}.processorSeconds`] / values[`${name}.processors`],
  )
  expect(flow.seconds[0]).toBeCloseTo(values['settle-payment.seconds'] + sum(jobs), 6)
})

test('no more pictures are ordered than make the bundle, and no more at once than the vendor takes', () => {
  const exact = { ...values, 'order.shotsRefused': 0, 'vendor.failures': 0, 'job.failures': 0 }
  const random = createRandom(1)
  const flow = runOrders({ purchases: [0], engine: 'bfl', machines: MACHINES, values: exact, random })
  expect(flow.vendor).toEqual({ most: exact['order.headshots'], mostPerMinute: 12, refusals: 0 })
})

test('more orders a minute than a vendor takes are given up; more than may be in flight are late', () => {
  const rush = Array.from({ length: 60 }, (_, index) => index)
  const run = (caps: VendorCaps) =>
    runOrders({
      purchases: rush,
      engine: 'bfl',
      machines: MACHINES,
      values,
      random: createRandom(1),
      caps,
    })
  const refusing = run({ inFlight: 0, createsPerMinute: 24 })
  const waiting = run({ inFlight: 24, createsPerMinute: 0 })
  expect(refusing.vendor?.refusals).toBeGreaterThan(0)
  expect(refusing.givenUp).toBeGreaterThan(0)
  expect(waiting.vendor).toMatchObject({ refusals: 0, most: 24 })
  expect(waiting.givenUp).toBe(0)
})
