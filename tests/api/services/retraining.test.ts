import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { desc, eq } from 'drizzle-orm'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { NoFaceError } from '#backend/providers/eye/eye-port.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

/** The selfies each model was made of, in the order they were made. */
let learned: string[][] = []
beforeEach(() => {
  learned = []
  world.behaviour.train = (order) => {
    learned.push(order.selfies.map(({ id }) => id))
    return Promise.resolve(modelOf(order, `model-${learned.length}`))
  }
})

async function runLatest(personId: string): Promise<void> {
  const { trainings } = tables
  const [row] = await world.database.queries
    .select({ id: trainings.id })
    .from(trainings)
    .where(eq(trainings.personId, personId))
    .orderBy(desc(trainings.createdAt))
  await world.trainings.run(row?.id ?? '', signal)
}

async function trained() {
  const person = await world.personWithSelfies(4)
  const firstId = await person.buy('studio-grey')
  await runLatest(person.id)
  return { ...person, firstId, better: () => world.addSelfie(person.uid, person.id) }
}

test('a trained person takes better selfies, and the next bundle uses all of them at its own price', async () => {
  const { uid, id, added, buy, look, better, firstId } = await trained()
  expect((await look()).person).toMatchObject({ state: 'trained', takesSelfies: true, newSelfieCount: 0 })
  const fifth = await better()
  expect((await look()).person).toMatchObject({ state: 'trained', takesSelfies: true, newSelfieCount: 1 })
  const [offer] = (await world.offers.to(uid, id, 'EUR')).offers.filter(
    ({ styleId }) => styleId === 'library',
  )
  expect(offer).toMatchObject({
    includesTraining: false,
    price: { regularAmountMinor: TIER_AMOUNT_MINOR.sg_299 },
  })

  const secondId = await buy('library')
  expect((await look()).person).toMatchObject({ state: 'training', takesSelfies: false, newSelfieCount: 0 })
  // Another bundle waits for the same training, and none is started for it.
  const thirdId = await buy('loft-brick')
  await runLatest(id)
  expect(learned).toEqual([added, [...added, fifth]])
  expect((await look()).person).toMatchObject({ state: 'trained', takesSelfies: false, newSelfieCount: 0 })
  await expect(better()).rejects.toMatchObject({ code: 'person_trained' })
  await expect(world.handoffs.create(uid, id)).rejects.toMatchObject({ code: 'person_trained' })

  // The first bundle's plan belongs to the first model.
  const keyOf = async (bundleId: string) => {
    const model = (await world.trainings.modelOf(bundleId, signal))?.model
    return model?.kind === 'file' && model.key
  }
  expect(await Promise.all([firstId, secondId, thirdId].map(keyOf))).toEqual([
    `persons/${id}/models/model-1`,
    `persons/${id}/models/model-2`,
    `persons/${id}/models/model-2`,
  ])
  await world.bundles.generate(secondId, signal)
  expect(await world.bundles.get(uid, id, secondId)).toMatchObject({ state: 'ready' })
})

test('without better selfies no retraining starts, also when one was left out', async () => {
  const { uid, id, added, buy, look } = await trained()
  await world.selfies.remove(uid, id, added[0] ?? '')
  const bundleId = await buy('library')
  expect((await look()).person.bundles).toContainEqual(
    expect.objectContaining({ id: bundleId, state: 'queued' }),
  )
  expect(learned).toHaveLength(1)
})

test('better selfies that make no model leave the person trained, refund the bundle, and may be tried again', async () => {
  const { id, buy, look, better } = await trained()
  await better()
  const bundleId = await buy('library')
  world.behaviour.train = () => Promise.reject(new NoFaceError('no face'))
  await runLatest(id)
  const { person } = await look()
  expect(person).toMatchObject({
    state: 'trained',
    takesSelfies: true,
    newSelfieCount: 1,
    training: { state: 'failed', failure: 'selfies_unusable' },
  })
  expect(person.bundles).toContainEqual(expect.objectContaining({ id: bundleId, state: 'refunded' }))
  await better()
  world.behaviour.train = (order) => Promise.resolve(modelOf(order, 'model-2'))
  await buy('library')
  await runLatest(id)
  expect((await look()).person).toMatchObject({ state: 'trained', takesSelfies: false })
})

test('withdrawing the consent deletes all models of a person, and a new consent starts from the beginning', async () => {
  const { uid, id, buy, look, better } = await trained()
  await better()
  await buy('library')
  await runLatest(id)
  world.behaviour.deleted = []
  await world.account.withdrawConsent(uid, id)
  await world.releaseEngine()
  expect(world.behaviour.deleted).toHaveLength(2)
  expect(await world.filesUnder(`persons/${id}/models/`)).toEqual([])
  expect((await look()).person).toMatchObject({ state: 'draft', consent: null, takesSelfies: true })
})
