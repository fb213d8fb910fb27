import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import { EngineJobError, finishEngineJob } from '#backend/features/engine-job.ts'
import type {
  Engine,
  ModelRef,
  ProfiledEngine,
  TrainingOrder,
} from '#backend/providers/engine/engine-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { createRoutedEngine, createStylePromises } from '#backend/providers/engine/routed-engine.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { createStudioEngine } from '#backend/providers/studio/engine.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'
import { openDatabase, type OpenDatabase } from './support/databases.ts'
import { openBfl, openFal, openReplicate, type OpenVendorEngine } from './support/vendor-engines.ts'

const signal = new AbortController().signal
const MAX_BYTES = 64 * 1024 * 1024
const NO_CHOICES = { preferred: [], leftOut: [] }
/** As often as the breaker bears it, and as long as it stays open. */
const FAILURES_MOST = 3
const OPEN_MS = 60_000

describe('several engines as one', () => {
  const { studio, threads } = openStudio({ threads: 1, cutOutNet: null })
  let folder: string
  let storage: Storage
  let opened: OpenDatabase
  let jobs: VendorJobs
  let replicate: OpenVendorEngine
  let fal: OpenVendorEngine
  let bfl: OpenVendorEngine
  let selfies: TrainingOrder['selfies']
  let orderCount = 0
  let nowMs = Date.now()
  const now = () => new Date(nowMs)
  /** Storage that is away while it is set. */
  let isStorageAway = false

  /** As a process opens them, that knows of others' jobs what the database says. */
  const startEngines = (engines: readonly ProfiledEngine[], regions: 'any' | 'eu' = 'any'): Engine =>
    createRoutedEngine({ engines, regions, jobs, now })
  const startStudio = () => createStudioEngine({ studio, threads, storage })
  const newOrder = (
    agreedTo = ['fal', 'replicate', 'bfl'],
    needs: TrainingOrder['needs'] = null,
  ): TrainingOrder => {
    const id = `training/${(orderCount += 1)}`
    return { id, selfies, modelFolder: `${id}/models`, preparedFolder: `${id}/prepared`, needs, agreedTo }
  }
  const finished = (engine: Engine, order: TrainingOrder): Promise<ModelRef> =>
    finishEngineJob(engine, {
      id: order.id,
      storedId: null,
      store: () => Promise.resolve(),
      signal,
      submit: () => engine.submitTraining(order, { signal }),
      poll: (id) => engine.pollTraining(id, { signal }),
    })
  const rendered = async (engine: Engine, id: string, model: ModelRef) => {
    const [shot] = await engine.plan(model, 'library', 1, NO_CHOICES, { signal })
    return finishEngineJob(engine, {
      id,
      storedId: null,
      store: () => Promise.resolve(),
      signal,
      submit: () =>
        engine.submitRender({ id, model, styleId: 'library', shot, cares: {}, look: {} }, { signal }),
      poll: (jobId) => engine.pollRender(jobId, { signal }),
    })
  }
  const holderOf = async ({ id }: TrainingOrder) => (await jobs.find(id))?.engine
  /** fal is too busy for the next orders. */
  const refuseAtFal = (times: number) =>
    fal.command('calls', { fault: 'status', route: 'POST /fal-ai/*', status: 429, times })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engines-'))
    const files = await createFileStorage({
      folder,
      secrets: ['s'],
      publicUrl: 'http://files.example',
      isSoleWriter: true,
    })
    storage = {
      ...files,
      put: (...given) =>
        isStorageAway ? Promise.reject(new UnavailableError('storage')) : files.put(...given),
    }
    const eye = createStudioEye(studio)
    const drawn = await drawnSelfies('noor', 2)
    selfies = await Promise.all(
      drawn.map(async (bytes, index) => {
        const { reading, image } = await eye.readSelfie(bytes, { signal })
        const imageKey = `selfies/${index}`
        await storage.put(imageKey, image ?? bytes, MAX_BYTES)
        return { id: String(index), imageKey, reading }
      }),
    )
    opened = await openDatabase()
    jobs = createVendorJobs(opened.database)
    const deps = { jobs, storage, now }
    ;[replicate, fal, bfl] = await Promise.all([openReplicate(deps), openFal(deps), openBfl(deps)])
  })
  after(async () => {
    // What they still tell is recorded.
    await Promise.all([replicate.close(), fal.close(), bfl.close(), studio.close()])
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    nowMs = Date.now()
  })

  test('a training goes to the preferred engine, and a render to the one that made the model', async () => {
    const before = [await fal.jobCount(), await replicate.jobCount()]
    const order = newOrder()
    const model = await finished(startEngines([fal.engine, replicate.engine]), order)
    expect(await holderOf(order)).toBe('fal')
    expect(fal.engine.madeModel(model)).toBe(true)

    const others = startEngines([replicate.engine, fal.engine])
    expect(await others.readsModel(model, { signal })).toBe(true)
    await rendered(others, `${order.id}/render`, model)
    expect([await fal.jobCount(), await replicate.jobCount()]).toEqual([(before[0] ?? 0) + 2, before[1]])
    expect((await jobs.find(`${order.id}/render`))?.engine).toBe('fal')
  })

  test('the next engine takes what the first did not; one that fails again and again is left alone, then tried', async () => {
    const engine = startEngines([fal.engine, replicate.engine])
    const submitted = async () => {
      const order = newOrder()
      await engine.submitTraining(order, { signal })
      return holderOf(order)
    }
    await refuseAtFal(FAILURES_MOST)
    for (let count = 0; count < FAILURES_MOST; count += 1) expect(await submitted()).toBe('replicate')
    // It would take orders again, and is not asked.
    expect(await submitted()).toBe('replicate')
    nowMs += OPEN_MS
    await refuseAtFal(1)
    expect(await submitted()).toBe('replicate')
    expect(await submitted()).toBe('replicate')
    nowMs += OPEN_MS
    expect(await submitted()).toBe('fal')
    expect(await submitted()).toBe('fal')
  })

  test('orders without an answer count as failures too: the engine is left alone, and they stay its own', async () => {
    const engine = startEngines([fal.engine, replicate.engine])
    await fal.command('calls', {
      fault: 'status',
      route: 'POST /fal-ai/*',
      status: 503,
      times: FAILURES_MOST,
    })
    const unanswered = Array.from({ length: FAILURES_MOST }, () => newOrder())
    for (const order of unanswered) await engine.submitTraining(order, { signal })
    expect(await Promise.all(unanswered.map(holderOf))).toEqual(unanswered.map(() => 'fal'))
    const order = newOrder()
    await engine.submitTraining(order, { signal })
    expect(await holderOf(order)).toBe('replicate')
    await Promise.all(unanswered.map(({ id }) => engine.abandon(id)))
    // Given up there, it is tried elsewhere first.
    const [again] = unanswered
    if (!again) throw new Error('no order')
    nowMs += OPEN_MS
    await engine.submitTraining(again, { signal })
    expect(await holderOf(again)).toBe('replicate')
  })

  test('at the last the studio makes it, and its end is on record', async () => {
    const engine = startEngines([fal.engine, startStudio()])
    await refuseAtFal(1)
    const order = newOrder()
    const model = await finished(engine, order)
    expect(await jobs.find(order.id)).toMatchObject({ engine: 'studio', state: 'succeeded' })
    const { image } = await rendered(engine, `${order.id}/render`, model)
    expect(image.length).toBeGreaterThan(0)
    // The studio's renders are of its process alone.
    expect(await jobs.find(`${order.id}/render`)).toBeUndefined()
  })

  test('where no engine takes an order, that is told as one of the engine’s absence', async () => {
    await refuseAtFal(1)
    const engine = startEngines([fal.engine])
    await expect(engine.submitTraining(newOrder(), { signal })).rejects.toMatchObject({ port: 'engine' })
  })

  test('an order whose answer was lost goes to no other engine', async () => {
    const before = await replicate.jobCount()
    await fal.command('hooks', { drop: 1 })
    await fal.command('calls', { fault: 'lost', route: 'POST /fal-ai/*' })
    const engine = startEngines([fal.engine, replicate.engine])
    const order = newOrder()
    await engine.submitTraining(order, { signal })
    await engine.submitTraining(order, { signal })
    expect(await engine.pollTraining(order.id, { signal })).toEqual({ state: 'unknown', isOverdue: false })
    expect(await replicate.jobCount()).toBe(before)
    await engine.abandon(order.id)
    await fal.command('hooks', { drop: 0 })
    expect(await engine.pollTraining(order.id, { signal })).toEqual({ state: 'lost' })
  })

  test('that our own storage is away is held against no engine, and moves no order', async () => {
    const engine = startEngines([fal.engine, replicate.engine])
    const order = newOrder()
    isStorageAway = true
    for (let count = 0; count < FAILURES_MOST; count += 1)
      await expect(engine.submitTraining(order, { signal })).rejects.toMatchObject({ port: 'storage' })
    isStorageAway = false
    await engine.submitTraining(order, { signal })
    expect(await holderOf(order)).toBe('fal')
  })

  test('with the European Union alone no other engine gets orders, and models of others are made anew', async () => {
    const abroad = await finished(startEngines([replicate.engine]), newOrder())
    const before = [await replicate.jobCount(), await fal.jobCount()]
    const { profile } = bfl.engine
    // As at the vendor's EU host: its emulator is nowhere in particular.
    const inEurope = {
      ...bfl.engine,
      profile: { ...profile, where: { ...profile.where, region: 'eu' as const } },
    }
    const engine = startEngines([replicate.engine, fal.engine, inEurope], 'eu')
    const order = newOrder()
    await finished(engine, order)
    expect(await holderOf(order)).toBe('bfl')
    expect(await engine.readsModel(abroad, { signal })).toBe(false)
    expect([await replicate.jobCount(), await fal.jobCount()]).toEqual(before)
    // What was made there can still be deleted there.
    await replicate.expectForgotten(abroad)
  })

  test('another process polls, cancels and deletes where the order went, with another engine preferred now', async () => {
    const [stuck, whole] = [newOrder(), newOrder()]
    const first = startEngines([fal.engine, replicate.engine])
    const before = { fal: await fal.openCount(), replicate: await replicate.jobCount() }
    await fal.command('jobs', { fault: 'stuck', kind: 'training' })
    await first.submitTraining(stuck, { signal })

    const second = startEngines([replicate.engine, fal.engine])
    expect(await second.pollTraining(stuck.id, { signal })).toEqual({ state: 'queued' })
    await second.submitTraining(stuck, { signal })
    expect(await fal.openCount()).toBe(before.fal + 1)
    await second.cancel(stuck.id)
    expect(await fal.openCount()).toBe(before.fal)
    expect(await second.pollTraining(stuck.id, { signal })).toEqual({ state: 'lost' })
    expect(await replicate.jobCount()).toBe(before.replicate)

    const model = await finished(second, whole)
    expect(model.kind).toBe('version')
    const third = startEngines([fal.engine, replicate.engine])
    expect(await third.pollTraining(whole.id, { signal })).toEqual({ state: 'succeeded', output: model })
    // The vendor takes a while: what is not confirmed is tried again.
    await expect(third.deleteModel(model)).rejects.toThrow(UnavailableError)
    await replicate.command('clock', { seconds: 61 })
    await third.deleteModel(model)
    expect(await third.readsModel(model, { signal })).toBe(false)
  })

  test('what is under way at an engine that was taken out of the list is begun anew, and counted', async () => {
    const order = newOrder()
    await fal.command('jobs', { fault: 'stuck', kind: 'training' })
    await startEngines([fal.engine, replicate.engine]).submitTraining(order, { signal })
    expect(await holderOf(order)).toBe('fal')
    const orphaned: string[] = []
    const engine = createRoutedEngine({
      engines: [replicate.engine],
      regions: 'any',
      jobs,
      now,
      onOrphan: (name) => orphaned.push(name),
    })
    const model = await finishEngineJob(engine, {
      id: order.id,
      storedId: order.id,
      store: () => Promise.resolve(),
      signal,
      submit: () => engine.submitTraining(order, { signal }),
      poll: (id) => engine.pollTraining(id, { signal }),
    })
    expect(replicate.engine.madeModel(model)).toBe(true)
    expect(orphaned).toEqual(['fal'])
  })

  test('selfies go to no company that their owner did not agree to, however well it is', async () => {
    const engine = startEngines([fal.engine, replicate.engine, startStudio()])
    const counts = () => Promise.all([fal.jobCount(), replicate.jobCount()])
    const before = await counts()
    const ours = newOrder([])
    await engine.submitTraining(ours, { signal })
    expect(await holderOf(ours)).toBe('studio')
    await engine.cancel(ours.id)
    expect(await counts()).toEqual(before)
    const second = newOrder(['replicate'])
    // The vendor does not confirm at once that a finished training's model is gone.
    await replicate.command('jobs', { fault: 'stuck', kind: 'training' })
    await engine.submitTraining(second, { signal })
    expect(await holderOf(second)).toBe('replicate')
    await engine.cancel(second.id)
    await expect(startEngines([fal.engine]).submitTraining(newOrder([]), { signal })).rejects.toMatchObject({
      port: 'engine',
    })
    expect((await counts())[0]).toBe(before[0])
  })

  test('an order that its studio lost with its process is begun anew there; a canceled one is over', async () => {
    await refuseAtFal(1)
    const order = newOrder()
    await startEngines([fal.engine, startStudio()]).submitTraining(order, { signal })
    const next = startEngines([fal.engine, startStudio()])
    expect(await holderOf(order)).toBe('studio')
    await next.cancel(order.id)
    expect(await jobs.find(order.id)).toMatchObject({ engine: 'studio', state: 'abandoned' })
    const before = await fal.jobCount()
    await next.submitTraining(order, { signal })
    expect(await holderOf(order)).toBe('fal')
    expect(await fal.jobCount()).toBe(before + 1)
  })

  test('an order waits until the account has a place for it, whichever process holds the others', async () => {
    let isFull = () => {}
    const full = new Promise<void>((resolve) => (isFull = resolve))
    const counted: VendorJobs = {
      ...jobs,
      async begin(...given) {
        const outcome = await jobs.begin(...given)
        if (outcome === 'waiting') isFull()
        return outcome
      },
    }
    const [small, other] = await Promise.all(
      [jobs, counted].map((each) => openFal({ jobs: each, storage, now, inFlight: 1 })),
    )
    // Far from the orders of the tests before.
    nowMs += 24 * 3_600_000
    const [held, waiting] = [newOrder(), newOrder()]
    await small?.command('jobs', { fault: 'stuck', kind: 'training' })
    await small?.engine.submitTraining(held, { signal })
    const submitted = other?.engine.submitTraining(waiting, { signal })
    await full
    expect(await jobs.find(waiting.id)).toMatchObject({ state: 'waiting' })
    expect(await other?.engine.pollTraining(waiting.id, { signal })).toEqual({ state: 'queued' })
    await small?.engine.cancel(held.id)
    await submitted
    expect((await jobs.find(waiting.id))?.state).toBe('sent')
    // One that is given up while it waits is never sent, and leaves nothing behind.
    const unwanted = newOrder()
    const sentBefore = await other?.jobCount()
    let waits = () => {}
    const isWaiting = new Promise<void>((resolve) => (waits = resolve))
    isFull = () => waits()
    const late = other?.engine.submitTraining(unwanted, { signal })
    await isWaiting
    await other?.engine.cancel(unwanted.id)
    await late
    expect(await jobs.find(unwanted.id)).toMatchObject({ state: 'abandoned', vendorId: null })
    expect(await other?.jobCount()).toBe(sentBefore)
    for await (const left of storage.list(`${unwanted.preparedFolder}/`)) expect(left).toBeUndefined()
    await Promise.all([small?.close(), other?.close()])
  })

  test('a failed job is not repeated elsewhere; models and shots of unknown engines are not read', async () => {
    const engine = startEngines([fal.engine, replicate.engine])
    await fal.command('jobs', { fault: 'failed', kind: 'training' })
    await expect(finished(engine, newOrder())).rejects.toThrow(EngineJobError)
    const strange = { kind: 'version', version: `stranger/model:${'0'.repeat(64)}` } as const
    expect(await startEngines([fal.engine]).readsModel(strange, { signal })).toBe(false)
    await expect(startEngines([fal.engine]).deleteModel(strange)).rejects.toThrow(UnavailableError)
    await engine.deleteModel({ kind: 'file', key: 'of/no/engine' })
    expect(engine.framingOf({ some: 'shot' })).not.toBe(engine.framingOf({ some: 'other' }))
    expect(engine.chosen([{ some: 'shot' }], { preferred: [], leftOut: [] })).toEqual([])
    const shot = { take: 0, seed: 1 }
    expect(engine.plannedShot(shot)).toBe(true)
    expect(engine.plannedShot(shot, strange)).toBe(false)
  })

  test('a training that needs an engine to generate, or to finish, goes to no other one', async () => {
    const engine = startEngines([startStudio(), fal.engine])
    const [generated, finishedOrder] = [newOrder(['fal'], 'generates'), newOrder(['fal'], 'finishes')]
    await engine.submitTraining(generated, { signal })
    expect(await holderOf(generated)).toBe('fal')
    await engine.submitTraining(finishedOrder, { signal })
    expect(await holderOf(finishedOrder)).toBe('studio')
    await Promise.all([generated, finishedOrder].map(({ id }) => engine.cancel(id)))
    const alone = startEngines([startStudio()])
    await expect(alone.submitTraining(newOrder([], 'generates'), { signal })).rejects.toMatchObject({
      port: 'engine',
    })
  })

  test('what is promised of a style is what the least of its engines keeps', () => {
    const least = createStylePromises([fal.engine, studioOutlook]).of('library')
    expect(least?.headshotsFrom(4)).toBe(
      Math.min(fal.engine.headshotsFrom(4), studioOutlook.headshotsFrom(4)),
    )
    expect(least).toMatchObject({ needs: null, cares: [], engines: ['fal', 'studio'] })
  })

  test('looks are made where engines generate alone; who prefers the studio has the other styles finished', () => {
    const of = (outlooks: Parameters<typeof createStylePromises>[0]) => {
      const promises = createStylePromises(outlooks)
      const shown = (styleId: 'library' | 'blazer') => {
        const promise = promises.of(styleId)
        return promise && [promise.needs, ...promise.engines]
      }
      return [shown('library'), shown('blazer')]
    }
    expect(of([studioOutlook])).toEqual([['finishes', 'studio'], null])
    expect(of([studioOutlook, fal.engine])).toEqual([
      ['finishes', 'studio'],
      ['generates', 'fal'],
    ])
    expect(of([fal.engine, bfl.engine])).toEqual([
      ['generates', 'fal', 'bfl'],
      ['generates', 'fal', 'bfl'],
    ])
    expect(of([fal.engine, studioOutlook])[1]).toEqual(['generates', 'fal'])
    const withGlare = createStylePromises([studioOutlook, fal.engine])
    expect(withGlare.of('library')?.cares).toEqual(studioOutlook.cares)
    expect(withGlare.of('blazer')?.cares).toEqual([])
  })
})
