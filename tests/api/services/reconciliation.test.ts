import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { reconcileRows, type Reconciliation } from '#backend/features/reconciliation.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'

const { trainings } = tables

let world: World
let ids: string[]

/** More trainings than three pages hold; the first page's share one deadline. */
const ROWS = 650
const SAME_DEADLINE = 250

before(async () => {
  world = await createTestBackend()
  const { id: personId } = await world.personWithSelfies(1)
  const start = Date.now()
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    id: randomUUID(),
    personId,
    state: 'queued' as const,
    deadlineAt: new Date(start + Math.max(0, i - SAME_DEADLINE) * 1000),
  }))
  await world.database.queries.insert(trainings).values(rows.toReversed())
  ids = [
    ...rows
      .slice(0, SAME_DEADLINE + 1)
      .map(({ id }) => id)
      .sort(),
    ...rows.slice(SAME_DEADLINE + 1).map(({ id }) => id),
  ]
})
after(() => world.close())

/** Goes through the queued ones, and tells which were settled and which failed, in order. */
async function reconcile(settle: (id: string) => Promise<unknown>, through = signal) {
  const settled: string[] = []
  const failed: string[] = []
  const round: Reconciliation = {
    now: new Date(),
    signal: through,
    onFailed: ({ rows, id }) => failed.push(`${rows} ${id}`),
  }
  const open = { table: trainings, at: trainings.deadlineAt, id: trainings.id }
  const where = eq(trainings.state, 'queued')
  const ended = reconcileRows(
    world.database.queries,
    round,
    { name: 'trainings', ...open, where },
    async ({ id }) => {
      await settle(id)
      settled.push(id)
    },
  )
  await ended.catch((error: unknown) => failed.push(String(error)))
  return { settled, failed }
}

test('every row is processed, the earliest first, even if the first page keeps failing', async () => {
  const hopeless = new Set(ids.slice(0, 220))
  const { settled, failed } = await reconcile((id) =>
    hopeless.has(id) ? Promise.reject(new Error('again')) : Promise.resolve(),
  )
  expect(settled).toEqual(ids.slice(220))
  expect(failed).toEqual([...hopeless].map((id) => `trainings ${id}`))
})

test('rows that leave the set during a run do not make it skip others', async () => {
  const before = ids
  const { settled } = await reconcile((id) =>
    world.database.queries.update(trainings).set({ state: 'canceled' }).where(eq(trainings.id, id)),
  )
  expect(settled).toEqual(before)
})

test('the run stops at its given end', async () => {
  await world.database.queries.update(trainings).set({ state: 'queued' })
  const stop = new AbortController()
  let count = 0
  const { settled, failed } = await reconcile(() => {
    if (++count === 5) stop.abort(new Error('enough'))
    return Promise.resolve()
  }, stop.signal)
  expect(settled).toEqual(ids.slice(0, 5))
  expect(failed).toEqual(['Error: enough'])
})

test('a round ends after three rows whose service is away, so that none waits behind it', async () => {
  let asked = 0
  const { failed } = await reconcile(() => {
    asked++
    return Promise.reject(asked === 2 ? new Error('broken') : new UnavailableError('payments'))
  })
  expect(asked).toBe(5)
  expect(failed).toHaveLength(5)
})
