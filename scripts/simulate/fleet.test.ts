import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { meanWait } from './erlang.ts'
import { createFleet } from './fleet.ts'
import { createRandom } from './random.ts'
import { createSimulation } from './simulation.ts'

const ONE_SLOT = { slots: 1, retryLimit: 2, retryDelaySeconds: 4 }

testEach([
  // Slots, arrivals a second, mean seconds of work.
  [1, 0.5, 1],
  [1, 0.8, 1],
  [2, 1.5, 1],
  [5, 0.3, 10],
  [20, 1.8, 10],
])('%s slots at %s a second of %s s wait as Erlang says, within 5 %%', (slots, rate, seconds) => {
  const simulation = createSimulation()
  const random = createRandom(7)
  const kinds = { work: { ...ONE_SLOT, slots } }
  const fleet = createFleet({ simulation, random, machines: 1, processors: Infinity, kinds })
  const jobs = 300_000
  let [placed, waited] = [0, 0]
  const place = () => {
    const at = simulation.now()
    const work = random.exponential(seconds)
    const onDone = () => (waited += simulation.now() - at - work)
    fleet.submit('work', { work: { seconds: work, processors: 0 }, onDone })
    placed += 1
    if (placed < jobs) simulation.after(random.exponential(1 / rate), place)
  }
  place()
  simulation.run()
  const wanted = meanWait(slots, rate * seconds, seconds)
  expect(Math.abs(waited / jobs / wanted - 1)).toBeLessThan(0.05)
})

/** Runs jobs that are there from the beginning. @returns when each was done */
function endsOf(
  jobs: readonly { kind: 'one' | 'other'; seconds: number; processors: number }[],
  { machines = 1, processors = 2, slots = 1 } = {},
): number[] {
  const simulation = createSimulation()
  const kinds = { one: { ...ONE_SLOT, slots }, other: { ...ONE_SLOT, slots } }
  const fleet = createFleet({ simulation, random: createRandom(1), machines, processors, kinds })
  const ends: number[] = []
  for (const [index, { kind, ...work }] of jobs.entries())
    fleet.submit(kind, { work, onDone: () => (ends[index] = simulation.now()) })
  simulation.run()
  return ends
}

testEach([
  ['alone, a job takes its time', [{ kind: 'one', seconds: 10, processors: 2 }], [10]],
  [
    'two that want more than there is slow each other down, until the shorter ends',
    [
      { kind: 'one', seconds: 10, processors: 2 },
      { kind: 'other', seconds: 4, processors: 2 },
    ],
    [14, 8],
  ],
  [
    'two that have room beside each other do not',
    [
      { kind: 'one', seconds: 10, processors: 1 },
      { kind: 'other', seconds: 4, processors: 1 },
    ],
    [10, 4],
  ],
  [
    'of one kind, a slot is waited for',
    [
      { kind: 'one', seconds: 3, processors: 1 },
      { kind: 'one', seconds: 3, processors: 1 },
      { kind: 'one', seconds: 3, processors: 1 },
    ],
    [3, 6, 9],
  ],
] as const)('%s', (_name, jobs, ends) => {
  expect(endsOf(jobs).map((end) => Math.round(end * 1e6) / 1e6)).toEqual(ends)
})

test('any machine takes the next job: as many run as there are slots', () => {
  const jobs = Array.from({ length: 12 }, () => ({ kind: 'one' as const, seconds: 5, processors: 1 }))
  expect(endsOf(jobs, { machines: 3, slots: 2 }).map(Math.round)).toEqual([
    ...Array<number>(6).fill(5),
    ...Array<number>(6).fill(10),
  ])
})

test('a failed attempt is tried again after a pause that doubles, and given up after the last', () => {
  const simulation = createSimulation()
  const kinds = { work: ONE_SLOT }
  const fleet = createFleet({ simulation, random: createRandom(3), machines: 1, processors: 1, kinds })
  const attempts: number[] = []
  let givenUpAt = NaN
  fleet.submit('work', {
    work: (end) => {
      attempts.push(simulation.now())
      simulation.after(1, () => end(false))
    },
    onDone: () => expect('done').toBe('given up'),
    onGivenUp: () => (givenUpAt = simulation.now()),
  })
  simulation.run()
  const [first = NaN, second = NaN, third = NaN] = attempts
  expect(attempts.length).toBe(3)
  expect([second - first - 1 >= 4, second - first - 1 <= 8]).toEqual([true, true])
  expect([third - second - 1 >= 8, third - second - 1 <= 16]).toEqual([true, true])
  expect(givenUpAt).toBe(third + 1)
})
