import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import { REROLLS_MAX } from '#backend/features/bundles/render-until-enough.ts'
import { eq } from 'drizzle-orm'
import { tables } from '#backend/providers/database/database-port.ts'
import type { StyleId } from '#contract/styles.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'
import { RefusalError, modelOf } from '../support/scripted.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

async function generating(styleId: StyleId = 'studio-grey') {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy(styleId)
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.rendered = []
  await world.trainings.run((await person.look()).trainingId, signal)
  expect((await person.look()).person.bundles).toMatchObject([{ state: 'queued' }])
  const get = () => world.bundles.get(person.uid, person.id, bundleId)
  return { ...person, bundleId, get }
}

test('headshots that fail the gate are replaced, up to a limit, and shown on request', async () => {
  const { bundleId, get } = await generating()
  world.behaviour.passes = (shot) => shot % 4 !== 0
  await world.bundles.generate(bundleId, signal)
  const bundle = await get()
  expect(bundle).toMatchObject({ state: 'ready', generatedCount: 12, totalCount: 12 })
  expect(bundle.headshots.map((headshot) => headshot.passed)).toEqual([
    ...Array(12).fill(true),
    ...Array(4).fill(false),
  ])
  expect(bundle.headshots.map(({ reasons }) => reasons.join())).toEqual([
    ...Array(12).fill(''),
    ...Array(4).fill('unlike'),
  ])
  await world.bundles.generate(bundleId, signal)
  expect(world.behaviour.rendered).toEqual(Array.from({ length: 16 }, (_, n) => n))
})

test('half of the headshots is enough', async () => {
  const { bundleId, get } = await generating()
  world.behaviour.passes = (shot) => shot % 4 === 0
  await world.bundles.generate(bundleId, signal)
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 6 })
  expect(world.behaviour.rendered).toHaveLength(12 + REROLLS_MAX)
})

test('fewer than half of the headshots is refunded, and none is kept', async () => {
  const { bundleId, get, look, buy } = await generating()
  world.behaviour.passes = (shot) => shot < 5
  await world.bundles.generate(bundleId, signal)
  const bundle = await get()
  expect(bundle).toMatchObject({ state: 'refunded', generatedCount: 0, headshots: [], coverUrl: null })
  expect((await look()).payments).toEqual(['refunding'])
  expect((await look()).person.state).toBe('trained')
  expect(await world.filesUnder(`persons/${bundle.personId}/bundles/${bundleId}/`)).toEqual([])
  world.behaviour.passes = () => true
  const again = await buy()
  expect(again).not.toBe(bundleId)
  await world.bundles.generate(again, signal)
  expect((await look()).person.bundles.map(({ state }) => state)).toEqual(['ready', 'refunded'])
})

test('a bundle refunded while its headshots are made takes no more', async () => {
  const { bundleId, get, look } = await generating()
  world.behaviour.passes = () => true
  world.behaviour.render = async (shot) => {
    if (shot === 3) await world.bundles.reconcile(roundIn(48))
  }
  await world.bundles.generate(bundleId, signal)
  world.behaviour.render = () => Promise.resolve()
  expect(world.behaviour.rendered).toHaveLength(4)
  const { personId, ...bundle } = await get()
  expect(bundle).toMatchObject({ state: 'refunded', headshots: [] })
  expect(await world.filesUnder(`persons/${personId}/bundles/`)).toEqual([])
  expect((await look()).payments).toEqual(['refunding'])
})

test('an interrupted generation resumes where it stopped', async () => {
  const { bundleId, get } = await generating('bw-editorial')
  world.behaviour.passes = () => true
  const stopping = new AbortController()
  world.behaviour.render = async (shot) => {
    if (shot === 4) stopping.abort(new Error('stopping'))
    await Promise.resolve()
  }
  await expect(world.bundles.generate(bundleId, stopping.signal)).rejects.toThrow('stopping')
  world.behaviour.render = () => Promise.resolve()
  expect(await get()).toMatchObject({ state: 'generating', generatedCount: 4 })
  await world.bundles.generate(bundleId, signal)
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 12 })
  expect(world.behaviour.rendered).toEqual(Array.from({ length: 12 }, (_, n) => n))
})

test('a bundle bought while the training runs waits for it; bought after it, it starts', async () => {
  const { buy, look } = await world.personWithSelfies()
  await buy('studio-grey')
  await buy('executive-navy')
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  await world.trainings.run((await look()).trainingId, signal)
  await buy('bw-editorial')
  expect((await look()).person.bundles.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
  expect((await look()).payments).toEqual(['paid', 'paid', 'paid'])
})

test('a person with a model of an earlier version is trained again before the next headshots', async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  world.behaviour.train = (order) => Promise.resolve(modelOf(order, 'outdated'))
  await world.trainings.run((await person.look()).trainingId, signal)
  const modelFolder = `persons/${person.id}/models`
  const outdated = modelOf({ modelFolder }, 'outdated')
  world.behaviour.train = (order) => Promise.resolve(modelOf(order))
  world.behaviour.passes = () => true
  await world.bundles.generate(bundleId, signal)
  expect(await world.filesUnder(`${modelFolder}/`)).toEqual([modelOf({ modelFolder }).key])
  expect(await world.bundles.get(person.uid, person.id, bundleId)).toMatchObject({ state: 'ready' })
  await world.releaseEngine()
  expect(world.behaviour.deleted).toEqual([outdated])
  world.behaviour.train = () => Promise.reject(new Error('trained again'))
  expect((await world.trainings.modelOf(bundleId, signal))?.model).toEqual(modelOf({ modelFolder }))
})

test('of two jobs that rebuild a model at the same time, one model is kept and the other deleted', async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  world.behaviour.train = (order) => Promise.resolve(modelOf(order, 'outdated'))
  await world.trainings.run((await person.look()).trainingId, signal)
  world.behaviour.deleted = []
  const modelFolder = `persons/${person.id}/models`
  const [ours, theirs] = [modelOf({ modelFolder }, 'ours'), modelOf({ modelFolder }, 'theirs')]
  world.behaviour.train = async () => {
    const { trainings } = tables
    const values = { modelKey: theirs.key }
    await world.database.queries.update(trainings).set(values).where(eq(trainings.personId, person.id))
    return ours
  }
  expect((await world.trainings.modelOf(bundleId, signal))?.model).toEqual(theirs)
  await world.releaseEngine()
  expect(world.behaviour.deleted).toEqual([ours])
})

test('a picture that its engine did not judge is judged by the eye, by the same rules', async () => {
  const { bundleId, get } = await generating()
  world.behaviour.seesItself = false
  world.behaviour.passes = (shot) => shot !== 2
  await world.bundles.generate(bundleId, signal)
  world.behaviour.seesItself = true
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 12 })
  expect([world.behaviour.judged, world.behaviour.rendered.length]).toEqual([13, 13])
  expect(world.behaviour.judgedAsGenerated).toEqual(Array(13).fill(false))
})

test('generated pictures are judged as such, and tried as long as their cost is within the price', async () => {
  const { bundleId, get } = await generating('studio-grey')
  Object.assign(world.behaviour, { seesItself: false, generates: true, judgedAsGenerated: [] })
  world.behaviour.passes = (shot) => shot % 2 === 0
  const jobs = createVendorJobs(world.database)
  world.behaviour.render = async (shot) => {
    const job = { id: `${bundleId}/${shot}`, engine: 'fal', kind: 'render' as const, attempt: 1 }
    await jobs.begin({ ...job, details: {}, submittedAt: new Date() }, null)
    await jobs.change(job, { state: 'succeeded', costMicros: 35_000 })
  }
  await world.bundles.generate(bundleId, signal)
  Object.assign(world.behaviour, { seesItself: true, generates: false, render: () => Promise.resolve() })
  // Half of 99 cents is fourteen pictures at 3.5 cents: those that did not pass cost the customer nothing.
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 7, shortfall: { missingCount: 5 } })
  expect(world.behaviour.judgedAsGenerated).toEqual(Array(14).fill(true))
})

test('a render submitted before a crash is polled, and submitted again only when the engine lost it', async () => {
  const { bundleId, get } = await generating()
  world.behaviour.passes = () => true
  const stopping = new AbortController()
  const held = new Map<number, () => void>()
  world.behaviour.render = (shot) =>
    shot === 1
      ? new Promise((resolve) => {
          held.set(shot, resolve)
          stopping.abort(new Error('stopping'))
        })
      : Promise.resolve()
  await expect(world.bundles.generate(bundleId, stopping.signal)).rejects.toThrow('stopping')
  const { renders } = tables
  const open = () => world.database.queries.select().from(renders).where(eq(renders.bundleId, bundleId))
  expect(await open()).toMatchObject([{ shotIndex: 1, engineJobId: `${bundleId}/1` }])
  // A job of a process that is gone, in the place of one planned next.
  await world.database.queries
    .insert(renders)
    .values({ bundleId, shotIndex: 2, engineJobId: 'of a dead process' })
  held.get(1)?.()
  await world.bundles.generate(bundleId, signal)
  world.behaviour.render = () => Promise.resolve()
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 12 })
  expect(world.behaviour.rendered).toEqual(Array.from({ length: 12 }, (_, n) => n))
  expect(await open()).toEqual([])
})

test('a picture that a safety check refused is not tried again, is replaced by another, and told', async () => {
  const { bundleId, get } = await generating()
  world.behaviour.passes = () => true
  let asked = 0
  world.behaviour.render = (shot) => {
    if (shot !== 3) return Promise.resolve()
    asked++
    return Promise.reject(new RefusalError('not allowed'))
  }
  await world.bundles.generate(bundleId, signal)
  expect(asked).toBe(1)
  expect(await get()).toMatchObject({ state: 'ready', generatedCount: 12, refusedCount: 1, shortfall: null })
  world.behaviour.render = () => Promise.resolve()
})

test('a bundle of which a safety check refused most is refunded for that reason', async () => {
  const { bundleId, get, look } = await generating()
  world.behaviour.render = (shot) =>
    shot > 2 ? Promise.reject(new RefusalError('not allowed')) : Promise.resolve()
  await world.bundles.generate(bundleId, signal)
  world.behaviour.render = () => Promise.resolve()
  expect(await get()).toMatchObject({ state: 'refunded', headshots: [] })
  expect((await look()).payments).toContain('refunding')
  const { payments } = tables
  const [paid] = await world.database.queries.select().from(payments).where(eq(payments.bundleId, bundleId))
  expect(paid?.refundReason).toBe('refused')
})

test('gallery, cover and file names begin with the headshot a photographer would pick', async () => {
  const { bundleId, get, look } = await generating()
  // Four sources take turns; the first one's pictures are the likest and show a speaking person, the second's smile.
  world.behaviour.appeal = (shot) => [0.1, 1, 0.7, 0.8][shot % 4] ?? 0
  await world.bundles.generate(bundleId, signal)
  world.behaviour.appeal = () => 0.8
  const { headshots: shown, coverUrl } = await get()
  const { headshots } = tables
  const rows = await world.database.queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))
  const sources = shown.map(
    ({ userImageKey }) => rows.find((row) => row.userImageKey === userImageKey)?.sourceKey,
  )
  expect(sources.join('')).toBe('132132132000')
  expect(coverUrl).toBe(shown[0]?.thumbnailUrl)
  expect((await look()).person).toMatchObject({ coverUrl, bundles: [{ coverUrl }] })
  expect(shown[0]?.downloadUrl).toContain('-01.jpg')
})

test('ending a bundle between two jobs also ends its renders, in the database and at the engine', async () => {
  const { bundleId, get } = await generating('library')
  world.behaviour.passes = () => true
  const stopping = new AbortController()
  world.behaviour.render = async (shot) => {
    if (shot === 3) stopping.abort(new Error('stopping'))
    await Promise.resolve()
  }
  await expect(world.bundles.generate(bundleId, stopping.signal)).rejects.toThrow('stopping')
  world.behaviour.render = () => Promise.resolve()
  const { renders } = tables
  await world.database.queries
    .insert(renders)
    .values({ bundleId, shotIndex: 9, engineJobId: 'at the vendor' })
  world.behaviour.canceled = []
  await world.bundles.giveUp(bundleId)
  expect(await get()).toMatchObject({ state: 'refunded', headshots: [] })
  const open = await world.database.queries.select().from(renders).where(eq(renders.bundleId, bundleId))
  expect(open).toEqual([])
  await world.releaseEngine()
  expect(world.behaviour.canceled).toContain('at the vendor')
})
