import { expect } from 'expect'
import { after, before, beforeEach, test } from 'node:test'
import { desc, eq } from 'drizzle-orm'
import { endpoints } from '#contract/endpoints.ts'
import { LookId, StudioStyleId, type StyleId, type StyleNeed } from '#contract/styles.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { falOutlook } from '#backend/providers/engine/fal/outlook.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { signal } from './support/test-backend.ts'
import { modelOf } from './support/scripted.ts'

const { payments, trainings } = tables
const fal = falOutlook({ inFlight: 2 })
const LOOK = { backdrop: 'navy', expression: 'smiling' } as const

let door: Awaited<ReturnType<typeof openDoor>>
/** What the engine of each training had to be able to do. */
let needs: (StyleNeed | null)[]
before(async () => {
  door = await openDoor()
})
after(() => door.close())
beforeEach(() => {
  const { behaviour } = door.world
  needs = []
  behaviour.outlooks = [studioOutlook, fal]
  behaviour.looks = []
  behaviour.payPage = null
  behaviour.train = (order) => {
    needs.push(order.needs)
    return Promise.resolve(modelOf(order, `${order.needs}-${needs.length}`))
  }
})

/** A user with selfies, and the steps of their orders and jobs. */
async function customer() {
  const { world, app } = door
  const person = await world.personWithSelfies()
  const calls = signedIn(app, person.uid)
  const order = (styleId: StyleId, further: object = {}) =>
    calls.post('/stripe/create-checkout-session', {
      personid: person.id,
      styleId,
      currency: 'EUR',
      ...further,
    })
  const buy = async (styleId: StyleId, further: object = {}) => {
    const answer = await order(styleId, further)
    const session = endpoints.createCheckoutSession.response.parse(answer.json())
    if (session.status !== 'fulfilled') throw new Error('nothing is handed over yet')
    return session.bundleId
  }
  const latestTraining = async () => {
    const [row] = await world.database.queries
      .select({ id: trainings.id })
      .from(trainings)
      .where(eq(trainings.personId, person.id))
      .orderBy(desc(trainings.createdAt))
    return row?.id ?? ''
  }
  const train = async () => world.trainings.run(await latestTraining(), signal)
  const giveUpTraining = async () => world.trainings.giveUp(await latestTraining(), 'engine_failed')
  const make = (bundleId: string) => world.bundles.generate(bundleId, signal)
  const look = async (bundleId: string) =>
    endpoints.getBundle.response.parse(
      (await calls.get(`/persons/bundle?personid=${person.id}&bundleid=${bundleId}`)).json(),
    )
  const offers = async () =>
    endpoints.getPossibleBundles.response.parse(
      (await calls.get(`/persons/bundles/all_possible?personid=${person.id}`)).json(),
    ).offers
  const keyOf = async (bundleId: string) => {
    const model = (await world.trainings.modelOf(bundleId, signal))?.model
    return model?.kind === 'file' && model.key.split('/').at(-1)
  }
  return { ...person, calls, order, buy, train, giveUpTraining, make, shown: look, offers, keyOf }
}

test('where no engine generates, no look is offered, and buying one is refused', async () => {
  door.world.behaviour.outlooks = [studioOutlook]
  const { offers, order, calls, id } = await customer()
  expect((await offers()).map(({ styleId }) => styleId)).toEqual(StudioStyleId.options)
  const refused = { code: 'style_not_offered', status: 409 }
  expect(errorOf(await order('blazer'))).toMatchObject(refused)
  const withCredits = { personid: id, styleId: 'blazer' }
  expect(errorOf(await calls.post('/referal/use_referal_credits', withCredits))).toMatchObject(refused)
})

test('where one generates, looks are offered by it, and the other styles stay with the studio', async () => {
  const offers = await (await customer()).offers()
  const enginesOf = (ids: readonly StyleId[]) =>
    offers.filter(({ styleId }) => ids.includes(styleId)).map(({ engines }) => engines)
  expect(enginesOf(LookId.options)).toEqual(LookId.options.map(() => ['fal']))
  expect(enginesOf(StudioStyleId.options)).toEqual(StudioStyleId.options.map(() => ['studio']))
})

test('what was chosen of a look reaches the engine, and stands in the receipt’s row', async () => {
  const { buy, train, make, shown } = await customer()
  const { world } = door
  const bundleId = await buy('blazer', { look: LOOK })
  await train()
  expect(needs).toEqual(['generates'])
  await make(bundleId)
  expect(await shown(bundleId)).toMatchObject({ state: 'ready', look: LOOK })
  expect(world.behaviour.looks.length).toBeGreaterThan(0)
  for (const look of world.behaviour.looks) expect(look).toEqual(LOOK)
  const rows = world.database.queries.select({ look: payments.look }).from(payments)
  expect(await rows.where(eq(payments.bundleId, bundleId))).toEqual([{ look: LOOK }])
})

test('choices of a look are nothing to another style', async () => {
  const { buy, shown } = await customer()
  expect((await shown(await buy('library', { look: LOOK }))).look).toEqual({})
})

test('retouching is kept with the styles whose engine can do it', async () => {
  const { uid, buy } = await customer()
  await buy('blazer', { alsoStyleIds: ['library'], cares: { teeth: 'full' } })
  const rows = await door.world.database.queries.select().from(payments).where(eq(payments.uid, uid))
  expect(Object.fromEntries(rows.map(({ styleId, cares }) => [styleId, cares]))).toEqual({
    blazer: {},
    library: { teeth: 'full' },
  })
})

test('a person whom the studio knows is trained once more for a look, and each set keeps its own model', async () => {
  const { buy, train, make, shown, keyOf } = await customer()
  const finished = await buy('library')
  await train()
  await make(finished)
  const look = await buy('blazer')
  // No model makes it: the set waits, and a training begins.
  await make(look)
  expect((await shown(look)).state).toBe('paid')
  await train()
  await make(look)
  expect((await shown(look)).state).toBe('ready')
  const another = await buy('knit')
  const back = await buy('studio-grey')
  await make(another)
  await make(back)
  expect(needs).toEqual(['finishes', 'generates'])
  expect(await Promise.all([finished, look, another, back].map(keyOf))).toEqual([
    ...['finishes-1', 'generates-2', 'generates-2', 'finishes-1'],
  ])
})

test('of selfies that only a look was trained on, a further style of the studio promises nothing', async () => {
  const { uid, id, buy, train, make, shown, offers, keyOf } = await customer()
  const promised = async () =>
    (await offers()).find(({ styleId }) => styleId === 'studio-grey')?.headshotCount ?? 0
  const before = await promised()
  const finished = await buy('library')
  await train()
  await make(finished)
  for (let more = 0; more < 3; more++) await door.world.addSelfie(uid, id)
  const look = await buy('blazer')
  await train()
  await make(look)
  expect((await shown(look)).state).toBe('ready')
  expect(await promised()).toBe(before)
  const madeOf = async (style: StyleId) =>
    (await offers()).find(({ styleId }) => styleId === style)?.selfieCount
  expect([await madeOf('studio-grey'), await madeOf('knit')]).toEqual([4, 7])
  const next = await buy('studio-grey')
  await make(next)
  expect((await shown(next)).headshots).toHaveLength(before)
  expect(await keyOf(next)).toBe('finishes-1')
})

test('in one order of both kinds the studio is trained first', async () => {
  const { buy, train } = await customer()
  await buy('blazer', { alsoStyleIds: ['library'] })
  await train()
  expect(needs).toEqual(['finishes'])
})

test('a set goes on with its model where its style is made by another kind today', async () => {
  const { buy, train, make, keyOf } = await customer()
  const { behaviour } = door.world
  behaviour.outlooks = [fal]
  const made = await buy('library')
  await train()
  await make(made)
  behaviour.outlooks = [studioOutlook, fal]
  expect(await keyOf(made)).toBe('generates-1')
})

test('a set goes on with the model it was planned with, in whichever order the engines are named since', async () => {
  const { uid, buy, train, make, shown, keyOf } = await customer()
  const { behaviour, rerollRequests, rerolls } = door.world
  const look = await buy('blazer')
  await train()
  await make(look)
  const finished = await buy('library')
  await make(finished)
  await train()
  await make(finished)
  expect(await keyOf(finished)).toBe('finishes-2')
  behaviour.outlooks = [fal, studioOutlook]
  expect(await Promise.all([look, finished].map(keyOf))).toEqual(['generates-1', 'finishes-2'])
  behaviour.outlooks = [fal]
  expect(await Promise.all([look, finished].map(keyOf))).toEqual(['generates-1', 'finishes-2'])
  const [headshot] = (await shown(finished)).headshots
  const { id } = await rerollRequests.reroll(uid, headshot?.userImageKey ?? '', undefined)
  await rerolls.make(id, signal)
  expect((await shown(finished)).rerolls).toMatchObject([{ state: 'done' }])
})

test('bought at once, the look waits for its own training, and the other set does not', async () => {
  const { buy, train, make, shown } = await customer()
  const finished = await buy('library')
  const look = await buy('blazer')
  await train()
  await make(finished)
  await make(look)
  expect([(await shown(finished)).state, (await shown(look)).state]).toEqual(['ready', 'paid'])
  await train()
  await make(look)
  expect((await shown(look)).state).toBe('ready')
  expect(needs).toEqual(['finishes', 'generates'])
})

test('a training that fails ends the looks it was for, and the other set is tried where it belongs', async () => {
  const { buy, train, giveUpTraining, make, shown } = await customer()
  const { behaviour } = door.world
  const { train: succeed } = behaviour
  behaviour.train = (order) =>
    order.needs === 'generates' ? Promise.reject(new Error('no picture came')) : succeed(order)
  const look = await buy('blazer')
  const finished = await buy('library')
  await expect(train()).rejects.toThrow('no picture came')
  await giveUpTraining()
  expect((await shown(look)).state).toMatch(/failed|refunded/)
  expect((await shown(finished)).state).toBe('paid')
  await train()
  await make(finished)
  expect((await shown(finished)).state).toBe('ready')
})

testEach([
  ['an unknown backdrop', { backdrop: 'beach' }],
  ['clothes, which the style says', { clothes: 'blazer' }],
])('%s is refused', async (_what, look) => {
  const { order } = await customer()
  expect(errorOf(await order('blazer', { look }))).toMatchObject({ code: 'body_invalid', parameter: 'look' })
})
