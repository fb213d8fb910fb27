import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { EngineJob, ModelRef, ProfiledEngine, Shot } from '#backend/providers/engine/engine-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { readMark } from '#studio/export/encode.ts'
import type { Told } from '#emulators/engine-core/hook-deliveries.ts'
import { openDatabase, type OpenDatabase } from './support/databases.ts'
import { VENDOR_ENGINES, type OpenVendorEngine } from './support/vendor-engines.ts'

const signal = new AbortController().signal
const MAX_BYTES = 64 * 1024 * 1024

for (const [name, open] of VENDOR_ENGINES) {
  describe(`the engine port on ${name}`, () => {
    let database: OpenDatabase
    let folder: string
    let storage: Storage
    let jobs: VendorJobs
    let vendor: OpenVendorEngine
    let engine: ProfiledEngine
    let model: ModelRef
    let shots: Shot[]
    /** By how much the clock of the engine runs ahead. */
    let aheadMs = 0
    let orderCount = 0

    const training = (id: string) => ({
      id,
      selfies: [1, 2].map((number) => ({ id: String(number), imageKey: `selfies/${number}`, reading: '' })),
      modelFolder: `${id}/models`,
      needs: null,
      agreedTo: ['fal', 'replicate', 'bfl'],
      preparedFolder: `${id}/prepared`,
    })
    const render = (id: string) => ({
      id,
      model,
      styleId: 'library' as const,
      shot: shots[0],
      cares: {},
      look: {},
    })
    const newId = () => `order/${(orderCount += 1)}`

    /** What a job comes to; what the vendor did not take is sent again, as the product does. */
    const ended = async <T>(submit: () => Promise<void>, poll: () => Promise<EngineJob<T>>) => {
      await submit()
      for (;;) {
        const job = await poll()
        if (job.state !== 'queued' && job.state !== 'running') return job
        await engine.nextChange('another', { signal })
      }
    }
    const trained = (id: string) =>
      ended(
        () => engine.submitTraining(training(id), { signal }),
        () => engine.pollTraining(id, { signal }),
      )
    const rendered = (id: string) =>
      ended(
        () => engine.submitRender(render(id), { signal }),
        () => engine.pollRender(id, { signal }),
      )

    /** Happens once an order is recorded, before it is sent. */
    let onBegun = () => Promise.resolve()

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'engine-'))
      storage = await createFileStorage({
        folder,
        secrets: ['s'],
        publicUrl: 'http://files.example',
        isSoleWriter: true,
      })
      const area = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#8899aa' } })
      const selfie = new Uint8Array(await area.jpeg().toBuffer())
      for (const number of [1, 2]) await storage.put(`selfies/${number}`, selfie, MAX_BYTES)
      database = await openDatabase()
      const recorded = createVendorJobs(database.database)
      jobs = {
        ...recorded,
        async begin(...given) {
          const outcome = await recorded.begin(...given)
          if (outcome === 'begun') await onBegun()
          return outcome
        },
      }
      vendor = await open({ jobs, storage, now: () => new Date(Date.now() + aheadMs) })
      engine = vendor.engine
      const job = await trained('first')
      if (job.state !== 'succeeded') throw new Error(`the training came to ${job.state}`)
      model = job.output
      shots = await engine.plan(model, 'library', 3, { preferred: [], leftOut: [] }, { signal })
    })
    after(async () => {
      await vendor.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('a trained model is read by this engine alone, and remembered by its order', async () => {
      expect(await engine.readsModel(model, { signal })).toBe(true)
      expect(await engine.readsModel({ kind: 'file', key: 'people/1/model.abc' }, { signal })).toBe(false)
      const stranger = `stranger/model:${'0'.repeat(64)}`
      expect(await engine.readsModel({ kind: 'version', version: stranger }, { signal })).toBe(false)
      expect(await engine.pollTraining('first', { signal })).toEqual({ state: 'succeeded', output: model })
      expect(engine.headshotsFrom(4)).toBe(12)
      expect(new Set(shots.map((shot) => engine.framingOf(shot))).size).toBe(3)
      expect(engine.chosen(shots, { preferred: ['1'], leftOut: ['2'] })).toEqual(shots)
    })

    test('a picture is the product’s own file, with its mark, and its cost is recorded', async () => {
      const id = newId()
      const job = await rendered(id)
      if (job.state !== 'succeeded') throw new Error(job.state)
      const { image, thumbnail, width, height, sha256, verdict } = job.output
      const seen = await sharp(image).metadata()
      expect(seen).toMatchObject({ format: 'jpeg', width, height })
      expect(seen.exif).toBeUndefined()
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480 })
      expect((await readMark(image))?.digitalSourceType).toMatch(/\/trainedAlgorithmicMedia$/)
      expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(verdict).toBeNull()
      expect((await jobs.find(id))?.costMicros).toBeGreaterThan(0)
      if (engine.profile.can.trains) expect((await jobs.find('first'))?.costMicros).toBeGreaterThan(0)
    })

    test('an order sent twice is one job at the vendor', async () => {
      const before = await vendor.jobCount()
      const id = newId()
      await rendered(id)
      await engine.submitRender(render(id), { signal })
      await Promise.all([
        engine.submitRender(render(`${id}/b`), { signal }),
        engine.submitRender(render(`${id}/b`), { signal }),
      ])
      expect(await vendor.jobCount()).toBe(before + 2)
    })

    for (const fault of ['lost', 'garbage'] as const) {
      test(`an order whose answer was ${fault} is found, and never sent again`, async () => {
        const before = await vendor.jobCount()
        const id = newId()
        await vendor.command('calls', { fault, route: vendor.createRoute })
        await engine.submitRender(render(id), { signal })
        await vendor.untilFound(id)
        expect((await rendered(id)).state).toBe('succeeded')
        expect(await vendor.jobCount()).toBe(before + 1)
      })
    }

    test('an order that was never taken is unknown at first, then to be sent again', async () => {
      const id = newId()
      await vendor.command('calls', { fault: 'status', route: vendor.createRoute, status: 502 })
      await engine.submitRender(render(id), { signal })
      expect(await engine.pollRender(id, { signal })).toEqual({ state: 'unknown', isOverdue: false })
      aheadMs = 3 * 3600 * 1000
      const later = await engine.pollRender(id, { signal })
      aheadMs = 0
      expect(later).toEqual(vendor.lists ? { state: 'lost' } : { state: 'unknown', isOverdue: true })
      await engine.abandon(id)
      expect(await engine.pollRender(id, { signal })).toEqual({ state: 'lost' })
      expect((await rendered(id)).state).toBe('succeeded')
      expect((await jobs.find(id))?.attempt).toBe(2)
    })

    test('an order that the vendor is too busy for is unavailable, and is taken later', async () => {
      const before = await vendor.jobCount()
      const id = newId()
      for (const retryAfterSeconds of [undefined, 30]) {
        const busy = { fault: 'status', route: vendor.createRoute, status: 429, retryAfterSeconds }
        await vendor.command('calls', busy)
        await expect(engine.submitRender(render(id), { signal })).rejects.toThrow(UnavailableError)
        expect(await engine.pollRender(id, { signal })).toEqual({ state: 'lost' })
      }
      expect(await vendor.jobCount()).toBe(before)
      expect((await rendered(id)).state).toBe('succeeded')
    })

    test('a training that the vendor is too busy for leaves no file there', async () => {
      const { trainRoute: route } = vendor
      if (route === null) return
      const before = await vendor.fileCount()
      await vendor.command('calls', { fault: 'status', route, status: 429 })
      const id = newId()
      await expect(engine.submitTraining(training(id), { signal })).rejects.toThrow(UnavailableError)
      expect(await vendor.fileCount()).toBe(before)
    })

    test('polls bear faults of the vendor', async () => {
      const id = newId()
      await engine.submitRender(render(id), { signal })
      for (const fault of [
        { fault: 'status', status: 500 },
        { fault: 'garbage' },
        { fault: 'status', status: 429, retryAfterSeconds: 1 },
      ]) {
        await vendor.command('calls', fault)
      }
      expect((await rendered(id)).state).toBe('succeeded')
    })

    test('hooks that come twice, forged or in reverse change nothing', async () => {
      const toldBefore = (await vendor.hooksTold()).length
      await vendor.command('hooks', { duplicate: 1, forge: 1, hold: true })
      const ids = [newId(), newId()]
      for (const id of ids) {
        if (vendor.answersPolls) expect((await rendered(id)).state).toBe('succeeded')
        else await engine.submitRender(render(id), { signal })
      }
      while ((await vendor.openCount()) > 0) await engine.nextChange('another', { signal })
      await vendor.command('hooks/release-reversed', {})
      const last = newId()
      expect((await rendered(last)).state).toBe('succeeded')
      const told = async () => (await vendor.hooksTold()).slice(toldBefore)
      // The held ones are told once each; the last one twice, beside three forged ones.
      const isWaiting = (hooks: Told[]) =>
        hooks.length < 7 || hooks.some(({ outcome }) => outcome === 'waiting')
      while (isWaiting(await told())) {
        await engine.nextChange(last, { signal })
      }
      await vendor.command('hooks', { duplicate: 0, forge: 0 })
      for (const { forged, outcome, lastStatus } of await told()) {
        const isRefused =
          forged === 'secret' ||
          (forged === 'body' && vendor.signsHooks) ||
          (forged === 'time' && vendor.datesHooks)
        expect([forged, outcome, lastStatus]).toEqual(
          isRefused ? [forged, 'given up', 401] : [forged, 'taken', 200],
        )
      }
      for (const id of [...ids, last]) {
        expect(await engine.pollRender(id, { signal })).toMatchObject({ state: 'succeeded' })
      }
    })

    test('an order of which no hook tells is found out about by polls, or overdue in time', async () => {
      await vendor.command('hooks', { drop: 1 })
      const id = newId()
      await engine.submitRender(render(id), { signal })
      while ((await vendor.openCount()) > 0) await engine.nextChange('another', { signal })
      await vendor.command('hooks', { drop: 0 })
      const { state } = await engine.pollRender(id, { signal })
      expect(state).toBe(vendor.answersPolls ? 'succeeded' : 'queued')
      if (vendor.answersPolls) return
      aheadMs = 20 * 60_000
      expect(await engine.pollRender(id, { signal })).toEqual({ state: 'unknown', isOverdue: true })
      aheadMs = 0
      await engine.abandon(id)
      expect((await rendered(id)).state).toBe('succeeded')
    })

    test('a refusal is told as one, by order and for good', async () => {
      const id = newId()
      await vendor.command('jobs', { fault: 'refused' })
      const job = await rendered(id)
      expect(job.state).toBe('refused')
      expect(await engine.pollRender(id, { signal })).toEqual(job)
      if (!engine.profile.can.trains) return
      await vendor.command('jobs', { fault: 'refused', kind: 'training' })
      expect((await trained(newId())).state).toBe('refused')
    })

    test('a failure, and a success without its files, are failures', async () => {
      for (const fault of ['failed', 'missing_files']) {
        await vendor.command('jobs', { fault })
        expect(await rendered(newId())).toMatchObject({ state: 'failed', code: 'engine_failed' })
        if (!engine.profile.can.trains) continue
        await vendor.command('jobs', { fault })
        expect(await trained(newId())).toMatchObject({ state: 'failed', code: 'engine_failed' })
      }
    })

    test('a result that is gone is lost', async () => {
      await vendor.command('results', { lastSeconds: 0 })
      const job = await rendered(newId())
      await vendor.command('results', { lastSeconds: null })
      expect(job).toEqual({ state: 'lost' })
    })

    test('a canceled order is given up, and ends at the vendor where that can be asked for', async () => {
      await vendor.command('jobs', { fault: 'stuck', kind: 'picture' })
      const id = newId()
      await engine.submitRender(render(id), { signal })
      expect(await vendor.openCount()).toBe(1)
      await engine.cancel(id)
      await engine.cancel('nothing')
      expect(await vendor.openCount()).toBe(vendor.cancels ? 0 : 1)
      expect(await engine.pollRender(id, { signal })).toEqual({ state: 'lost' })
      if (!engine.profile.can.trains) return
      await vendor.command('jobs', { fault: 'stuck', kind: 'training' })
      await engine.submitTraining(training(id), { signal })
      await engine.cancel(id)
      expect(await vendor.openCount()).toBe(0)
    })

    test('an order that is given up while it is sent ends at the vendor all the same', async () => {
      const openBefore = await vendor.openCount()
      await vendor.command('jobs', { fault: 'stuck', kind: 'picture' })
      const id = newId()
      onBegun = () => {
        onBegun = () => Promise.resolve()
        return engine.cancel(id)
      }
      await engine.submitRender(render(id), { signal })
      expect(await vendor.openCount()).toBe(openBefore + (vendor.cancels ? 0 : 1))
      expect(await jobs.find(id)).toMatchObject({ state: 'abandoned' })
    })

    test('a training leaves no files of the person at the vendor, and its model goes until it is gone', async () => {
      const job = await trained(newId())
      if (job.state !== 'succeeded') throw new Error(job.state)
      await vendor.expectForgotten(job.output)
    })
  })
}
