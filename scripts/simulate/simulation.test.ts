import { test } from 'node:test'
import { expect } from 'expect'
import { createRandom } from './random.ts'
import { createSimulation } from './simulation.ts'

test('things happen in the order of their time, those of one time as they were planned', () => {
  const simulation = createSimulation()
  const random = createRandom(1)
  const planned = Array.from({ length: 500 }, (_, index) => ({
    at: Math.floor(random.uniform() * 50),
    index,
  }))
  const happened: typeof planned = []
  for (const one of planned) simulation.after(one.at, () => happened.push(one))
  simulation.run()
  expect(happened).toEqual(planned.toSorted((one, other) => one.at - other.at || one.index - other.index))
})

test('an event plans later ones, and the clock is at its time', () => {
  const simulation = createSimulation()
  const times: number[] = []
  const tick = () => {
    times.push(simulation.now())
    if (times.length < 4) simulation.after(2.5, tick)
  }
  simulation.after(1, tick)
  simulation.run()
  expect(times).toEqual([1, 3.5, 6, 8.5])
})

test('nothing is planned in the past', () => {
  const simulation = createSimulation()
  expect(() => simulation.after(-1, () => undefined)).toThrow(RangeError)
  expect(() => simulation.after(NaN, () => undefined)).toThrow(RangeError)
})
