import { test } from 'node:test'
import { expect } from 'expect'
import { createRandom } from './random.ts'
import { createSimulation } from './simulation.ts'
import { createVendor, type VendorCaps } from './vendor.ts'

/** Orders at random moments, for ten minutes. */
function rush(caps: VendorCaps, { perSecond, seconds }: { perSecond: number; seconds: number }) {
  const simulation = createSimulation()
  const random = createRandom(5)
  const vendor = createVendor({ simulation, caps })
  const takenAt: number[] = []
  let [underWay, mostUnderWay, ended, refused] = [0, 0, 0, 0]
  const order = () => {
    const isTaken = vendor.order(random.exponential(seconds), () => (ended += 1))
    if (isTaken) takenAt.push(simulation.now())
    else refused += 1
    underWay = vendor.underWay()
    mostUnderWay = Math.max(mostUnderWay, underWay)
    const pause = random.exponential(1 / perSecond)
    if (simulation.now() + pause < 600) simulation.after(pause, order)
  }
  order()
  simulation.run()
  return { takenAt, mostUnderWay, ended, refused, most: vendor.most() }
}

test('no more are ever under way than the cap; nothing is refused for it, and all is done in the end', () => {
  const { most, mostUnderWay, refused, ended, takenAt } = rush(
    { inFlight: 24, createsPerMinute: 0 },
    { perSecond: 10, seconds: 8 },
  )
  expect([most, mostUnderWay, refused]).toEqual([24, 24, 0])
  expect(ended).toBe(takenAt.length)
})

test('within any minute no more are taken than the cap', () => {
  const { takenAt, refused } = rush({ inFlight: 0, createsPerMinute: 600 }, { perSecond: 15, seconds: 1 })
  const within = takenAt.map((from, index) => takenAt.slice(index).findIndex((at) => at - from >= 60))
  expect(refused).toBeGreaterThan(0)
  expect(Math.max(...within)).toBe(600)
})
