import { setImmediate as settled } from 'node:timers/promises'
import { test } from 'node:test'
import { expect } from 'expect'
import { createFaults } from './faults.ts'
import { createWorkshop } from './work.ts'

test('a job that is canceled leaves no file, though its work goes on to its end', async () => {
  const workshop = createWorkshop({ faults: createFaults(), now: () => 0 })
  let finish = (_made: Uint8Array[]): void => undefined
  const made = new Promise<Uint8Array[]>((resolve) => (finish = resolve))
  const work = workshop.submit({ kind: 'training', make: () => made })
  await settled()
  expect(work.state).toBe('running')
  workshop.cancel(work)
  finish([new Uint8Array(1)])
  await settled()
  expect([work.state, workshop.fileCount()]).toEqual(['canceled', 0])
})
