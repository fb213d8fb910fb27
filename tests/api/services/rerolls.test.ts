import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { REROLL_ATTEMPTS } from '#backend/features/bundles/rerolls.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { EngineCall, RenderOrder } from '#backend/providers/engine/engine-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { FREE_REROLLS_PER_BUNDLE, HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'
import { RefusalError, createBehaviour, modelOf } from '../support/scripted.ts'

const { rerolls } = tables

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.plan = createBehaviour().plan
  world.behaviour.passes = () => true
  world.behaviour.render = () => Promise.resolve()
  world.behaviour.rendered = []
  world.behaviour.canceled = []
})

type Delivered = Awaited<ReturnType<World['personWithHeadshots']>>

const keysOf = async ({ get }: Delivered) => (await get()).headshots.map(({ userImageKey }) => userImageKey)
const ask = ({ uid }: Delivered, userImageKey = '', key?: string) =>
  world.rerollRequests.reroll(uid, userImageKey, key)
const make = ({ id }: { id: string }) => world.rerolls.make(id, signal)

test('a re-rolled headshot replaces the old one, whose files are deleted; three re-rolls are free', async () => {
  const person = await world.personWithHeadshots()
  const [old = '', ...others] = await keysOf(person)
  const before = await world.filesUnder(`persons/${person.id}/`)
  const asked = await ask(person, old)
  expect(asked).toMatchObject({ userImageKey: old, state: 'queued', isForFlaw: false, newUserImageKey: null })
  expect(await ask(person, old)).toEqual(asked)
  expect(await keysOf(person)).toContain(old)
  expect(await person.get()).toMatchObject({
    freeRerollsLeft: 2,
    rerolls: [{ id: asked.id, state: 'queued' }],
  })
  await make(asked)
  const after = await person.get()
  const [{ newUserImageKey } = { newUserImageKey: null }] = after.rerolls
  expect(after).toMatchObject({ generatedCount: HEADSHOTS_PER_BUNDLE, rerolls: [{ state: 'done' }] })
  expect((await keysOf(person)).sort()).toEqual([...others, newUserImageKey].sort())
  expect(await world.filesUnder(`persons/${person.id}/`)).toHaveLength(before.length)
  // The next shot of the plan, and another one for the next.
  expect(world.behaviour.rendered.at(-1)).toBe(HEADSHOTS_PER_BUNDLE)
  await expect(ask(person, old)).rejects.toThrow('headshot_not_found')
  for (let n = 1; n < FREE_REROLLS_PER_BUNDLE; n++) await make(await ask(person, others[n]))
  expect(world.behaviour.rendered.slice(-2)).toEqual([13, 14])
  await expect(ask(person, others[5])).rejects.toThrow('reroll_limit_reached')
  expect(await person.get()).toMatchObject({ freeRerollsLeft: 0, generatedCount: HEADSHOTS_PER_BUNDLE })
})

test('where another engine made the model anew, its own shots are taken, not the rest of the plan', async (t) => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const newFrom = 100
  world.behaviour.plan = (count) => Array.from({ length: count }, (_, n) => newFrom + n)
  t.mock.method(
    world.engine,
    'plannedShot',
    (shot: unknown, model?: object) => !model || Number(shot) >= newFrom,
  )
  await make(await ask(person, old))
  expect(world.behaviour.rendered.at(-1)).toBe(newFrom)
  expect((await person.get()).rerolls).toMatchObject([{ state: 'done' }])
})

test('a shot that was reserved when its planner was taken out of the engines gives way to one that can be made', async (t) => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const newFrom = 100
  const { submitRender } = world.engine
  t.mock.method(world.engine, 'submitRender', (order: RenderOrder, call: EngineCall) =>
    Number(order.shot) < newFrom ? Promise.reject(new UnavailableError('engine')) : submitRender(order, call),
  )
  const asked = await ask(person, old)
  await expect(make(asked)).rejects.toThrow('engine is unavailable')
  world.behaviour.plan = (count) => Array.from({ length: count }, (_, n) => newFrom + n)
  t.mock.method(
    world.engine,
    'plannedShot',
    (shot: unknown, model?: object) => !model || Number(shot) >= newFrom,
  )
  await make(asked)
  expect(world.behaviour.rendered.at(-1)).toBe(newFrom)
  const [row] = await world.database.queries.select().from(rerolls).where(eq(rerolls.id, asked.id))
  expect(row).toMatchObject({ state: 'done', attempts: 1 })
  await world.releaseEngine()
  expect(world.behaviour.canceled).toEqual([`${asked.id}/12`])
})

test('two requests at once start one re-roll; a repeat under its key gets its result, though the old headshot is gone', async () => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const twins = await Promise.all([ask(person, old, 'reroll-0001'), ask(person, old, 'reroll-0001')])
  expect(new Set(twins.map(({ id }) => id)).size).toBe(1)
  for (const twin of twins) await make(twin)
  expect(await ask(person, old, 'reroll-0001')).toMatchObject({ id: twins[0].id, state: 'done' })
  expect((await person.get()).rerolls).toHaveLength(1)
})

test('failed shots are kept as failed and followed by others; when none passes, the old one stays, and the re-roll is free', async () => {
  const person = await world.personWithHeadshots()
  const [first, second] = await keysOf(person)
  world.behaviour.passes = (shot) => shot < 12 || shot === 14
  await make(await ask(person, first))
  expect(world.behaviour.rendered.slice(-3)).toEqual([12, 13, 14])
  const after = await person.get()
  expect(after.headshots.filter(({ passed }) => !passed)).toHaveLength(2)
  world.behaviour.passes = (shot) => shot < 12
  world.behaviour.rendered = []
  await make(await ask(person, second))
  expect(world.behaviour.rendered).toHaveLength(REROLL_ATTEMPTS)
  const failed = await person.get()
  expect(failed).toMatchObject({ freeRerollsLeft: 2, generatedCount: 12 })
  expect(failed.rerolls.map(({ failure }) => failure)).toEqual([null, 'not_passed'])
  expect(await keysOf(person)).toContain(second)
})

test('a re-roll that a safety check refused ends at once and is not counted', async () => {
  const person = await world.personWithHeadshots()
  const [first] = await keysOf(person)
  world.behaviour.rendered = []
  world.behaviour.render = () => Promise.reject(new RefusalError('not allowed'))
  await make(await ask(person, first))
  world.behaviour.render = () => Promise.resolve()
  const failed = await person.get()
  expect(world.behaviour.rendered).toHaveLength(1)
  expect(failed).toMatchObject({ freeRerollsLeft: 3, generatedCount: 12 })
  expect(failed.rerolls.map(({ failure }) => failure)).toEqual(['refused'])
})

test('a duplicate of the bundle is rejected, and a used-up plan is extended', async () => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const { bundles } = tables
  await world.database.queries
    .update(bundles)
    .set({ plan: Array.from({ length: 12 }, (_, n) => n) })
    .where(eq(bundles.id, person.bundleId))
  await make(await ask(person, old))
  expect(world.behaviour.rendered.at(-1)).toBe(12)
  const [row] = await world.database.queries.select().from(bundles).where(eq(bundles.id, person.bundleId))
  expect(row?.plan?.slice(10, 15)).toEqual([10, 11, 12, 13, 14])
})

test('selfies without another picture are reported at once; the re-roll is not counted, also for a flaw', async () => {
  // The database keeps the members of a shot in another order than the engine.
  world.behaviour.plan = (count) =>
    Array.from({ length: Math.min(count, HEADSHOTS_PER_BUNDLE) }, (_, n) => ({ variation: n, shot: n }))
  const person = await world.personWithHeadshots()
  const [first = '', second = ''] = await keysOf(person)
  world.behaviour.rendered = []
  await make(await ask(person, first))
  await world.rerollRequests.reportFlaw(person.uid, { userImageKey: second, reason: 'hair' })
  await make(await ask(person, second))
  expect(world.behaviour.rendered).toEqual([])
  expect(await person.get()).toMatchObject({
    freeRerollsLeft: FREE_REROLLS_PER_BUNDLE,
    rerolls: [
      { state: 'failed', failure: 'no_other', isForFlaw: false },
      { state: 'failed', failure: 'no_other', isForFlaw: true },
    ],
  })
  expect(await ask(person, second)).toMatchObject({ isForFlaw: true })
})

test('a reported flaw grants one re-roll beyond the free ones, and none for its result', async () => {
  const person = await world.personWithHeadshots()
  const [first = '', second = '', ...others] = await keysOf(person)
  for (const other of others.slice(0, 3)) await make(await ask(person, other))
  await expect(ask(person, first)).rejects.toThrow('reroll_limit_reached')
  const report = (userImageKey: string) =>
    world.rerollRequests.reportFlaw(person.uid, { userImageKey, reason: 'eyes', text: 'One looks away.' })
  expect(await report(first)).toEqual({ userImageKey: first, grantsReroll: true })
  const granted = await ask(person, first)
  expect(granted.isForFlaw).toBe(true)
  await make(granted)
  const { newUserImageKey } = (await person.get()).rerolls.at(-1) ?? { newUserImageKey: null }
  expect(await report(newUserImageKey ?? '')).toMatchObject({ grantsReroll: false })
  await expect(ask(person, newUserImageKey ?? '')).rejects.toThrow('reroll_limit_reached')
  await expect(ask(person, second)).rejects.toThrow('reroll_limit_reached')
  const { flawReports } = tables
  const kept = await world.database.queries
    .select()
    .from(flawReports)
    .where(eq(flawReports.userImageKey, first))
  expect(kept).toMatchObject([{ reason: 'eyes', text: 'One looks away.' }])
})

test('an interrupted re-roll resumes with its shot and engine job', async () => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const asked = await ask(person, old)
  const stopping = new AbortController()
  let finish: () => void = () => undefined
  world.behaviour.render = () =>
    new Promise((resolve) => {
      finish = resolve
      stopping.abort(new Error('stopping'))
    })
  await expect(world.rerolls.make(asked.id, stopping.signal)).rejects.toThrow('stopping')
  expect(await person.get()).toMatchObject({ rerolls: [{ state: 'making' }], generatedCount: 12 })
  finish()
  await make(asked)
  expect(await person.get()).toMatchObject({ rerolls: [{ state: 'done' }], generatedCount: 12 })
  expect(world.behaviour.rendered.filter((shot) => shot === 12)).toHaveLength(1)
})

test('the scheduler ends a re-roll past its deadline, also at the engine; a late picture is dropped', async () => {
  const person = await world.personWithHeadshots()
  const [old] = await keysOf(person)
  const asked = await ask(person, old)
  const before = await world.filesUnder(`persons/${person.id}/`)
  world.behaviour.render = () => world.rerolls.reconcile(roundIn(3))
  await make(asked)
  expect(await person.get()).toMatchObject({
    rerolls: [{ state: 'failed', failure: 'technical' }],
    freeRerollsLeft: 3,
  })
  expect(await keysOf(person)).toContain(old)
  expect(await world.filesUnder(`persons/${person.id}/`)).toEqual(before)
  await world.releaseEngine()
  expect(world.behaviour.canceled).toEqual([`${asked.id}/12`])
})

test('a bundle has one favourite, which is its cover and first in the gallery', async () => {
  const person = await world.personWithHeadshots()
  const keys = await keysOf(person)
  const favour = (key = '', isFavourite = true) => world.bundles.favour(person.uid, key, isFavourite)
  await favour(keys[4])
  await favour(keys[7])
  await favour(keys[7])
  const shown = await person.get()
  expect(shown.headshots.map(({ isFavourite }) => isFavourite)).toEqual([true, ...Array(11).fill(false)])
  expect(shown.headshots[0]?.userImageKey).toBe(keys[7])
  expect((await person.look()).person.coverUrl).toBe(shown.headshots[0]?.thumbnailUrl)
  await favour(keys[7], false)
  expect(await keysOf(person)).toEqual(keys)
  await expect(world.bundles.favour('another-user', keys[7] ?? '', true)).rejects.toThrow(
    'headshot_not_found',
  )
})
