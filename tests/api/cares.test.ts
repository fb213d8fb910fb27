import { expect } from 'expect'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { desc, eq } from 'drizzle-orm'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { Cares } from '#contract/cares.ts'
import { endpoints } from '#contract/endpoints.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { signal } from './support/test-backend.ts'
import { modelOf } from './support/scripted.ts'

const { bundles, payments } = tables
const CARES: Cares = { glare: 'full', teeth: 'light' }

let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor()
})
after(() => door.close())
beforeEach(() => {
  door.world.behaviour.cares = []
  door.world.behaviour.train = (order) => Promise.resolve(modelOf(order, randomUUID()))
  door.world.behaviour.payPage = null
  door.world.behaviour.passes = () => true
})

/** A user with selfies, and the steps of their bundle's order and jobs. */
async function customer() {
  const { world, app } = door
  const person = await world.personWithSelfies()
  const calls = signedIn(app, person.uid)
  const order = (further: object) => {
    const ordered = { personid: person.id, styleId: 'studio-grey', currency: 'EUR', ...further }
    return calls.post('/stripe/create-checkout-session', ordered, { 'accept-language': 'de' })
  }
  const buy = async (further: object = {}) => {
    const session = endpoints.createCheckoutSession.response.parse((await order(further)).json())
    if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
    return session.bundleId
  }
  const make = async (bundleId: string) => {
    const { trainingId } = await person.look()
    await world.trainings.run(trainingId, signal)
    await world.bundles.generate(bundleId, signal)
  }
  const look = async (bundleId: string) =>
    endpoints.getBundle.response.parse(
      (await calls.get(`/persons/bundle?personid=${person.id}&bundleid=${bundleId}`)).json(),
    )
  return { ...person, calls, order, buy, make, look }
}

/** What the engine was asked for since the last time, each once. */
function takeAsked(): Cares[] {
  const asked = door.world.behaviour.cares.splice(0)
  return [...new Set(asked.map((cares) => JSON.stringify(cares)))].map((cares) => JSON.parse(cares) as Cares)
}

test('the cares of an order reach the engine, also in a re-roll and a repair', async () => {
  const { world } = door
  const { uid, id, calls, buy, make, look } = await customer()
  const offered = await calls.get(`/persons/bundles/all_possible?personid=${id}`)
  const { offers } = endpoints.getPossibleBundles.response.parse(offered.json())
  for (const { possibleCares } of offers)
    expect(possibleCares).toEqual(['glare', 'teeth', 'eyes', 'strays', 'lint'])
  world.behaviour.passes = (shot) => shot < 11
  const bundleId = await buy({ cares: CARES })
  await make(bundleId)
  expect(takeAsked()).toEqual([CARES])
  const bundle = await look(bundleId)
  expect(bundle).toMatchObject({ cares: CARES, possibleCares: ['glare', 'teeth', 'eyes', 'strays', 'lint'] })
  const { payments: receipts } = endpoints.getPayments.response.parse(
    (await calls.get('/payments/all')).json(),
  )
  expect(receipts).toMatchObject([{ cares: CARES }])
  world.behaviour.passes = () => true

  const reroll = async (place: number, further: object = {}) => {
    const { userImageKey } = bundle.headshots[place] ?? {}
    const answer = await calls.post('/persons/bundle/reroll_headshot', { userImageKey, ...further })
    await world.rerolls.make(endpoints.rerollHeadshot.response.parse(answer.json()).id, signal)
  }
  await reroll(0)
  expect(takeAsked()).toEqual([CARES])
  await reroll(1, { cares: { eyes: 'full' } })
  expect(takeAsked()).toEqual([{ eyes: 'full' }])
  expect((await look(bundleId)).cares).toEqual({ eyes: 'full' })
  await reroll(2, { cares: {} })
  expect(takeAsked()).toEqual([{}])
  expect((await look(bundleId)).cares).toEqual({})

  await world.database.queries.update(bundles).set({ cares: CARES }).where(eq(bundles.id, bundleId))
  await world.addSelfie(uid, id)
  expect((await calls.post('/persons/bundle/repair', { personid: id, bundleid: bundleId })).statusCode).toBe(
    200,
  )
  const { queries } = world.database
  const [training] = await queries
    .select()
    .from(tables.trainings)
    .where(eq(tables.trainings.personId, id))
    .orderBy(desc(tables.trainings.createdAt))
  await world.trainings.run(training?.id ?? '', signal)
  const [repair] = await queries.select().from(bundles).where(eq(bundles.repairOf, bundleId))
  await world.bundles.generate(repair?.id ?? '', signal)
  expect(takeAsked()).toEqual([CARES])
  expect(await look(bundleId)).toMatchObject({ cares: CARES, repair: { state: 'done' } })
})

test('credits buy the same cares, and an order without cares gets none', async () => {
  const { calls, id, uid, buy, make } = await customer()
  await make(await buy())
  expect(takeAsked()).toEqual([{}])
  await door.world.database.transaction((tx) =>
    grantCredits(tx, { uid, amount: 1, reason: 'granted', key: uid }),
  )
  const order = { personid: id, styleId: 'library', cares: CARES }
  const paid = (await calls.post('/referal/use_referal_credits', order)).json()
  await door.world.bundles.generate(endpoints.useReferralCredits.response.parse(paid).bundleId, signal)
  expect(takeAsked()).toEqual([CARES])
})

test("the last cares before payment count, on the same page; a deleted person's receipt names none", async () => {
  const { world } = door
  const { calls, id, uid, order } = await customer()
  world.behaviour.payPage = 'https://pay.example/'
  const first = endpoints.createCheckoutSession.response.parse((await order({ cares: CARES })).json())
  if (first.status !== 'redirect') throw new Error('there is nothing to pay')
  world.behaviour.readings.set(first.paymentId, { status: 'open' })
  expect((await order({ cares: { strays: 'light' } })).json()).toMatchObject({ paymentId: first.paymentId })
  world.behaviour.readings.set(first.paymentId, { status: 'paid' })
  await calls.post('/payments/confirm', { paymentId: first.paymentId })
  const rowsOf = async () => ({
    bought: await world.database.queries.select().from(bundles).where(eq(bundles.personId, id)),
    paid: await world.database.queries.select().from(payments).where(eq(payments.uid, uid)),
  })
  expect(await rowsOf()).toMatchObject({
    bought: [{ cares: { strays: 'light' } }],
    paid: [{ cares: { strays: 'light' } }],
  })
  await world.personDeletions.remove(uid, id)
  expect(await rowsOf()).toMatchObject({ bought: [], paid: [{ cares: {} }] })
})

testEach([
  ['an unknown one', { nose: 'full' }],
  ['an unknown degree', { teeth: 'more' }],
  ['a number', { teeth: 0.5 }],
  ['a text', 'teeth'],
])('%s is refused', async (_what, cares) => {
  const { order, calls, id } = await customer()
  const refused = { code: 'body_invalid', status: 400, parameter: 'cares' }
  expect(errorOf(await order({ cares }))).toEqual(refused)
  const withCredits = { personid: id, styleId: 'library', cares }
  expect(errorOf(await calls.post('/referal/use_referal_credits', withCredits))).toEqual(refused)
})
