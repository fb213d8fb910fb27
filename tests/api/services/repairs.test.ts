import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { desc, eq } from 'drizzle-orm'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { NoFaceError } from '#backend/providers/eye/eye-port.ts'
import { testEach } from '#tests/support/each.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'
import { modelOf } from '../support/scripted.ts'

const { bundles, payments, trainings } = tables
const DAY_MS = 24 * 3_600_000

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

let modelCount = 0
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order, `model-${++modelCount}`))
  world.behaviour.headshotsFrom = (goodSelfies) => 2 * goodSelfies
  world.behaviour.passes = () => true
  world.behaviour.render = () => Promise.resolve()
  world.behaviour.refunds = []
})

async function runLatestTraining(personId: string): Promise<void> {
  const [row] = await world.database.queries
    .select({ id: trainings.id })
    .from(trainings)
    .where(eq(trainings.personId, personId))
    .orderBy(desc(trainings.createdAt))
  await world.trainings.run(row?.id ?? '', signal)
}

/** A user with seven of eight headshots, and the share of the eighth refunded. */
async function short() {
  world.behaviour.passes = (shot) => shot < 7
  const person = await world.personWithSelfies(4)
  const bundleId = await person.buy()
  await runLatestTraining(person.id)
  await world.bundles.generate(bundleId, signal)
  world.behaviour.passes = () => true
  const bundle = () => world.bundles.get(person.uid, person.id, bundleId)
  const rows = () => world.database.queries.select().from(payments).where(eq(payments.bundleId, bundleId))
  const { id: paymentId } = (await rows())[0] ?? { id: '' }
  await world.refunds.refund(paymentId)
  const keys = async () => (await bundle()).headshots.flatMap((one) => (one.passed ? [one.userImageKey] : []))
  const repair = () => world.repairs.repair(person.uid, person.id, bundleId)
  const better = () => world.addSelfie(person.uid, person.id)
  /** The jobs of a repair, up to its current stage. */
  const makeRepair = async () => {
    const [row] = await world.database.queries
      .select()
      .from(bundles)
      .where(eq(bundles.repairOf, bundleId))
      .orderBy(desc(bundles.createdAt))
    await world.bundles.generate(row?.id ?? '', signal)
  }
  const payment = async () => (await rows())[0]
  return { ...person, bundleId, bundle, keys, repair, better, makeRepair, payment, paymentId }
}

test('a paid style is rendered again from better selfies, once; the old headshots stay until the new ones are there', async () => {
  const person = await short()
  const { bundle, keys, repair, better, makeRepair, look, id } = person
  const old = await keys()
  expect((await bundle()).repairOffer).toMatchObject({ newSelfieCount: 0, selfieCount: 4, headshotCount: 8 })
  await expect(repair()).rejects.toMatchObject({ code: 'repair_without_selfies' })
  await better()
  expect((await bundle()).repairOffer).toMatchObject({ newSelfieCount: 1, selfieCount: 5, headshotCount: 10 })
  await world.rerolls.make(
    (await world.rerollRequests.reroll(person.uid, old[0] ?? '', undefined)).id,
    signal,
  )
  const before = await keys()

  const asked = await repair()
  expect(asked).toMatchObject({ state: 'waiting', failure: null, totalCount: 10 })
  expect(await repair()).toEqual(asked)
  expect(await bundle()).toMatchObject({ state: 'ready', generatedCount: 7, repairOffer: null })
  expect((await look()).person).toMatchObject({
    state: 'training',
    takesSelfies: false,
    bundles: [{ id: person.bundleId, state: 'ready', repair: { state: 'waiting' } }],
  })
  await runLatestTraining(id)
  expect((await bundle()).repair).toMatchObject({ state: 'making' })
  expect(await keys()).toEqual(before)
  await makeRepair()
  const after = await bundle()
  expect(after).toMatchObject({
    state: 'ready',
    generatedCount: 10,
    totalCount: 10,
    freeRerollsLeft: 3,
    rerolls: [],
    repair: { state: 'done' },
    repairOffer: null,
    // The refunded share stays with the owner, and is still shown.
    shortfall: { promisedCount: 8, missingCount: 1, amountMinor: 113 },
  })
  expect((await keys()).filter((key) => before.includes(key))).toEqual([])
  expect(await person.payment()).toMatchObject({ state: 'paid', refundedAmountMinor: 113 })
  const { person: shown } = await look()
  expect(shown.bundles).toHaveLength(1)
  expect(shown).toMatchObject({
    state: 'trained',
    takesSelfies: false,
    coverUrl: after.headshots[0]?.thumbnailUrl,
  })
  // A picture and its thumbnail each; the old files are deleted.
  expect(await world.filesUnder(`persons/${id}/bundles/`)).toHaveLength(20)
  await expect(repair()).rejects.toMatchObject({ code: 'repair_unavailable' })
  // A re-roll is made of the model the new headshots are of, and of its own plan.
  const [first = ''] = await keys()
  world.behaviour.rendered = []
  await world.rerolls.make((await world.rerollRequests.reroll(person.uid, first, undefined)).id, signal)
  expect(world.behaviour.rendered).toEqual([10])
  expect(await world.trainings.modelOf(person.bundleId, signal)).toMatchObject({
    model: { key: expect.stringMatching(new RegExp(`model-${modelCount}$`)) },
  })

  await world.refunds.giveBack(person.uid, id, person.bundleId)
  await world.refunds.refund(person.paymentId)
  expect(world.behaviour.refunds.map(({ amountMinor }) => amountMinor)).toEqual([113, 787])
  expect(await world.filesUnder(`persons/${id}/bundles/`)).toEqual([])
})

test('an interrupted repair resumes where it stopped, and replaces the bundle once', async () => {
  const { better, repair, makeRepair, bundle, keys, id } = await short()
  await better()
  await repair()
  await runLatestTraining(id)
  const before = await keys()
  world.behaviour.render = (shot) => (shot === 4 ? Promise.reject(new Error('killed')) : Promise.resolve())
  await expect(makeRepair()).rejects.toThrow('killed')
  expect(await keys()).toEqual(before)
  expect((await bundle()).repair).toMatchObject({ state: 'making', generatedCount: 4 })
  world.behaviour.render = () => Promise.resolve()
  await Promise.all([makeRepair(), makeRepair()])
  expect(await bundle()).toMatchObject({ generatedCount: 10, repair: { state: 'done' } })
  expect(await keys()).toHaveLength(10)
})

test('a repair with fewer headshots changes nothing and is not counted; the same selfies are not tried again', async () => {
  const { better, repair, makeRepair, bundle, keys, uid, id, look } = await short()
  const before = await keys()
  await better()
  await repair()
  await runLatestTraining(id)
  world.behaviour.passes = (shot) => shot < 6
  await makeRepair()
  expect(await keys()).toEqual(before)
  expect(await bundle()).toMatchObject({
    state: 'ready',
    generatedCount: 7,
    repair: { state: 'failed', failure: 'no_better' },
    repairOffer: { newSelfieCount: 0 },
  })
  expect(await world.filesUnder(`persons/${id}/bundles/`)).toHaveLength(2 * (await bundle()).headshots.length)
  await expect(repair()).rejects.toMatchObject({ code: 'repair_without_selfies' })
  expect((await world.offers.to(uid, id, 'EUR')).outlook).toEqual({
    selfieCount: 5,
    headshotCount: 10,
    further: null,
  })
  // The included retraining is used up; selfies are taken as long as a repair can use them.
  expect((await look()).person.takesSelfies).toBe(true)
  await better()
  world.behaviour.passes = () => true
  await repair()
  await runLatestTraining(id)
  await makeRepair()
  expect(await bundle()).toMatchObject({ generatedCount: 12, repair: { state: 'done' } })
  expect((await look()).person.takesSelfies).toBe(false)
})

testEach([
  ['the selfies make no model', () => new NoFaceError('no face'), 'selfies'],
  ['the studio fails', () => new Error('broken'), 'technical'],
] as const)(
  '%s: the headshots stay, nothing is refunded, and it may be tried again',
  async (_what, error, failure) => {
    const { better, repair, bundle, keys, id, look, payment } = await short()
    const before = await keys()
    await better()
    await repair()
    world.behaviour.train = () => Promise.reject(error())
    await runLatestTraining(id).catch(() => undefined)
    if (failure === 'technical') {
      const [latest] = await world.database.queries
        .select()
        .from(trainings)
        .where(eq(trainings.personId, id))
        .orderBy(desc(trainings.createdAt))
      await world.trainings.giveUp(latest?.id ?? '', 'engine_failed')
    }
    expect(await keys()).toEqual(before)
    expect(await bundle()).toMatchObject({
      state: 'ready',
      repair: { state: 'failed', failure },
      repairOffer: { newSelfieCount: 1 },
    })
    expect((await look()).person.state).toBe('trained')
    expect(await payment()).toMatchObject({ state: 'paid', refundDueAmountMinor: 113 })
  },
)

test('the scheduler ends a repair past its deadline, without a refund, and the headshots stay', async () => {
  const { better, repair, bundle, keys, payment } = await short()
  const before = await keys()
  await better()
  await repair()
  await world.bundles.reconcile(roundIn(25))
  expect(await keys()).toEqual(before)
  expect((await bundle()).repair).toMatchObject({ state: 'failed', failure: 'technical' })
  expect(await payment()).toMatchObject({ state: 'paid', refundDueAmountMinor: 113 })
})

test('a repair of a bundle refunded meanwhile stops', async () => {
  const { better, repair, makeRepair, bundle, uid, id, bundleId } = await short()
  await better()
  await repair()
  await runLatestTraining(id)
  world.behaviour.render = async (shot) => {
    if (shot === 2) await world.refunds.giveBack(uid, id, bundleId)
  }
  await makeRepair()
  expect(await bundle()).toMatchObject({ state: 'refunded', headshots: [], repairOffer: null })
  expect(await world.filesUnder(`persons/${id}/bundles/`)).toEqual([])
})

test('selfies already trained for a further style are not trained again; other users, and late requests, are refused', async () => {
  const { better, repair, makeRepair, buy, bundle, uid, id, bundleId, paymentId } = await short()
  await better()
  await buy('library')
  await expect(repair()).rejects.toMatchObject({ code: 'person_busy' })
  await runLatestTraining(id)
  const held = await world.database.queries.select().from(trainings).where(eq(trainings.personId, id))
  expect(await repair()).toMatchObject({ state: 'waiting' })
  expect(
    await world.database.queries.select().from(trainings).where(eq(trainings.personId, id)),
  ).toHaveLength(held.length)
  await makeRepair()
  expect(await bundle()).toMatchObject({ generatedCount: 10, repair: { state: 'done' } })
  await expect(world.repairs.repair('another-user', id, bundleId)).rejects.toMatchObject({
    code: 'person_not_found',
  })

  const late = await short()
  await late.better()
  const paidAt = new Date(Date.now() - (GUARANTEE_DAYS + 2) * DAY_MS)
  await world.database.queries.update(payments).set({ paidAt }).where(eq(payments.id, late.paymentId))
  await expect(late.repair()).rejects.toMatchObject({ code: 'repair_unavailable' })
  await expect(world.repairs.repair(uid, id, late.bundleId)).rejects.toMatchObject({
    code: 'bundle_not_found',
  })
  expect(paymentId).not.toBe(late.paymentId)
})
