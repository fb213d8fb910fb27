import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'
import { NoFaceError } from '#backend/providers/eye/eye-port.ts'
import { createTestBackend, roundByDatabase, roundIn, signal, type World } from '../support/test-backend.ts'
import { RefusalError, modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

test('a permanently failed training is refunded automatically, and can be bought again', async () => {
  const { buy, look } = await world.personWithSelfies()
  const bundleId = await buy()
  world.behaviour.train = () => Promise.reject(new Error('the engine broke'))
  await expect(world.trainings.run((await look()).trainingId, signal)).rejects.toThrow('the engine broke')
  expect((await look()).person.state).toBe('training')
  await world.trainings.giveUp((await look()).trainingId, 'engine_failed')
  await world.trainings.giveUp((await look()).trainingId, 'engine_failed')
  const after = await look()
  expect(after.payments).toEqual(['refunding'])
  expect(after.person).toMatchObject({
    state: 'failed',
    training: { state: 'failed', failure: 'engine_failed' },
    bundles: [{ id: bundleId, state: 'refunded', generatedCount: 0 }],
  })
  const again = await buy()
  expect(again).not.toBe(bundleId)
  expect((await look()).person).toMatchObject({ state: 'training', training: { state: 'queued' } })
  expect((await look()).payments.sort()).toEqual(['paid', 'refunding'])
})

test('a training resumes with its engine job, and submits again only a lost one', async () => {
  const { id, buy, look } = await world.personWithSelfies()
  await buy()
  const { trainingId } = await look()
  const { trainings } = tables
  const storedJob = async () => {
    const { queries } = world.database
    const [row] = await queries.select().from(trainings).where(eq(trainings.id, trainingId))
    return row?.engineJobId
  }
  const orders: string[] = []
  const stopping = new AbortController()
  let finish: () => void = () => undefined
  world.behaviour.train = async (order) => {
    orders.push(order.preparedFolder)
    await new Promise<void>((resolve) => {
      finish = resolve
      stopping.abort(new Error('stopping'))
    })
    return modelOf(order)
  }
  // The process that held this job is gone.
  await world.database.queries
    .update(trainings)
    .set({ engineJobId: 'of a dead process' })
    .where(eq(trainings.id, trainingId))
  await expect(world.trainings.run(trainingId, stopping.signal)).rejects.toThrow('stopping')
  expect([orders, await storedJob()]).toEqual([[`persons/${id}/prepared/${trainingId}`], trainingId])
  await world.storage.put(`persons/${id}/prepared/${trainingId}/left-over`, new Uint8Array([7]), 10)
  finish()
  await world.trainings.run(trainingId, signal)
  expect((await look()).person.state).toBe('trained')
  expect([orders.length, await storedJob()]).toEqual([1, null])
  expect(await world.filesUnder(`persons/${id}/prepared/`)).toEqual([])
})

test('selfies that make no model end the training at once', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  world.behaviour.train = () => Promise.reject(new NoFaceError('no face'))
  await world.trainings.run((await look()).trainingId, signal)
  expect((await look()).person).toMatchObject({
    state: 'failed',
    training: { failure: 'selfies_unusable' },
  })
  expect((await look()).payments).toEqual(['refunding'])
})

test('a training that a safety check refused is told, refunded, and not tried again', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  let asked = 0
  world.behaviour.train = () => {
    asked++
    return Promise.reject(new RefusalError('not allowed'))
  }
  const { trainingId } = await look()
  await world.trainings.run(trainingId, signal)
  await world.trainings.run(trainingId, signal)
  expect(asked).toBe(1)
  expect((await look()).person).toMatchObject({ state: 'failed', training: { failure: 'refused' } })
  expect((await look()).payments).toEqual(['refunding'])
  const { payments } = tables
  const [paid] = await world.database.queries
    .select({ reason: payments.refundReason })
    .from(payments)
    .innerJoin(tables.bundles, eq(tables.bundles.id, payments.bundleId))
    .innerJoin(tables.trainings, eq(tables.trainings.personId, tables.bundles.personId))
    .where(eq(tables.trainings.id, trainingId))
  expect(paid?.reason).toBe('refused')
})

test('the scheduler fails a training past its deadline, and a late success changes nothing', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  const { trainingId } = await look()
  world.behaviour.train = async (order) => {
    await world.trainings.reconcile(roundIn(5))
    return modelOf(order)
  }
  await world.trainings.run(trainingId, signal)
  expect((await look()).person).toMatchObject({
    state: 'failed',
    training: { state: 'failed', failure: 'deadline_passed' },
  })
  expect((await look()).payments).toEqual(['refunding'])
})

test('one that waits is not given up while it has not been tried, were there no worker for half a day', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  await world.trainings.reconcile(roundIn(12))
  await world.bundles.reconcile(roundIn(12))
  expect((await look()).payments).toEqual(['paid'])
  expect((await look()).person.training).toMatchObject({ state: 'queued' })
  await world.trainings.reconcile(roundIn(25))
  expect((await look()).payments).toEqual(['refunding'])
})

test('a worker whose clock is hours ahead, or behind, gives nothing up', async (t) => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  for (const hours of [3, -3]) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 })
    await world.trainings.reconcile(await roundByDatabase(world))
    t.mock.timers.reset()
  }
  world.behaviour.train = async (order) => {
    await world.trainings.reconcile(await roundByDatabase(world))
    return modelOf(order)
  }
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 12 * 3_600_000 })
  await world.trainings.run((await look()).trainingId, signal)
  t.mock.timers.reset()
  expect((await look()).payments).toEqual(['paid'])
  expect((await look()).person.state).toBe('trained')
})
