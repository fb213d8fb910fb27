import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SelfiesUnusableError } from '#backend/providers/engine/port.ts'
import { openWorld, roundIn, signal, type World } from '../support/recovery.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

test('a training that fails for good is refunded without asking, and can be bought again', async () => {
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

test('what was prepared before a break is there for the next attempt, and gone after it', async () => {
  const { added, buy, look } = await world.personWithSelfies()
  await buy()
  const [first = ''] = added
  world.behaviour.train = async (store) => {
    await store.save(first, new Uint8Array([7]))
    throw new Error('the engine broke')
  }
  await expect(world.trainings.run((await look()).trainingId, signal)).rejects.toThrow()
  let found: unknown
  world.behaviour.train = async (store) => {
    found = [await store.load(first), await store.load(added[1] ?? '')]
    return new Uint8Array([1])
  }
  await world.trainings.run((await look()).trainingId, signal)
  expect(found).toEqual([new Uint8Array([7]), null])
  const { person } = await look()
  expect(person.state).toBe('trained')
  expect(await world.filesUnder(`persons/${person.id}/prepared/`)).toEqual([])
})

test('selfies that make no model end it at once', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  world.behaviour.train = () => Promise.reject(new SelfiesUnusableError('no face'))
  await world.trainings.run((await look()).trainingId, signal)
  expect((await look()).person).toMatchObject({
    state: 'failed',
    training: { failure: 'selfies_unusable' },
  })
  expect((await look()).payments).toEqual(['refunding'])
})

test('one past its deadline is failed by the clock, and a late success changes nothing', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy()
  const { trainingId } = await look()
  world.behaviour.train = async () => {
    await world.trainings.reconcile(roundIn(3))
    return new Uint8Array([1])
  }
  await world.trainings.run(trainingId, signal)
  expect((await look()).person).toMatchObject({
    state: 'failed',
    training: { state: 'failed', failure: 'deadline_passed' },
  })
  expect((await look()).payments).toEqual(['refunding'])
})
