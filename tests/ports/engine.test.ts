import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import type { Cares } from '#contract/cares.ts'
import { EngineJobError, finishEngineJob } from '#backend/features/engine-job.ts'
import type { ModelRef, TrainingOrder } from '#backend/providers/engine/engine-port.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { createStudioEngine } from '#backend/providers/studio/engine.ts'
import { createStudioEye } from '#backend/providers/studio/eye.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { drawnSelfies } from '#tests/cast/drawn-selfies.ts'

const signal = new AbortController().signal
const MAX_BYTES = 64 * 1024 * 1024

describe('the engine port on the studio', () => {
  const { studio, threads } = openStudio({ threads: 1, cutOutNet: null })
  const eye = createStudioEye(studio)
  let folder: string
  let storage: Storage
  let model: ModelRef
  let selfies: { id: string; imageKey: string; reading: string }[]

  /** The engine of a new process: it shares only the storage with others. */
  const startEngine = (on: Storage = storage) => createStudioEngine({ studio, threads, storage: on })
  const take = async (id: string, bytes: Uint8Array) => {
    const { reading, image } = await eye.readSelfie(bytes, { signal })
    const imageKey = `selfies/${id}`
    await storage.put(imageKey, image ?? bytes, MAX_BYTES)
    return { id, imageKey, reading }
  }
  const orderOf = (id: string): TrainingOrder => ({
    id,
    selfies,
    modelFolder: `${id}/models`,
    needs: null,
    agreedTo: [],
    preparedFolder: `${id}/prepared`,
  })
  const finish = (engine: ReturnType<typeof startEngine>, order: TrainingOrder, seen: string[] = []) =>
    finishEngineJob(engine, {
      id: order.id,
      storedId: null,
      submit: () => engine.submitTraining(order, { signal }),
      poll: (jobId) => engine.pollTraining(jobId, { signal }),
      store: () => Promise.resolve(),
      onRunning: ({ stage }) => void seen.push(stage ?? ''),
      signal,
    })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'engine-'))
    storage = await createFileStorage({
      folder,
      secrets: ['s'],
      publicUrl: 'http://files.example',
      isSoleWriter: true,
    })
    const drawn = await drawnSelfies('noor', 2)
    selfies = await Promise.all(drawn.map((bytes, index) => take(String(index), bytes)))
  })
  after(async () => {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('the next process uses the selfies that an interrupted training prepared', async () => {
    const order = orderOf('resumed')
    const saved: string[] = []
    let first: ReturnType<Storage['put']> | undefined
    const broken: Storage = {
      ...storage,
      async put(key, source, maxBytes) {
        // Selfies are saved in parallel: the disk is full once the first is saved.
        if (await first) throw new Error('the disk is full')
        saved.push(key)
        first = storage.put(key, source, maxBytes)
        return first
      },
    }
    await expect(finish(startEngine(broken), order)).rejects.toThrow('the disk is full')
    expect(await startEngine().pollTraining(order.id, { signal })).toEqual({ state: 'lost' })
    const loaded: string[] = []
    const resuming: Storage = {
      ...storage,
      async get(key) {
        const bytes = await storage.get(key)
        if (bytes && key.startsWith(order.preparedFolder)) loaded.push(key)
        return bytes
      },
    }
    const seen: string[] = []
    const engine = startEngine(resuming)
    model = await finish(engine, order, seen)
    expect(model).toMatchObject({ kind: 'file', key: expect.stringMatching(/^resumed\/models\/./) })
    expect(loaded).toEqual(saved)
    expect([...new Set(seen)]).toEqual(
      ['cutting_out', 'measuring', 'storing'].filter((s) => seen.includes(s)),
    )
    expect(await engine.readsModel(model, { signal })).toBe(true)
  })

  test('the engine that made a picture and the eye judge it alike', async () => {
    const engine = startEngine()
    const [shot] = await engine.plan(model, 'studio-grey', 1, { preferred: [], leftOut: [] }, { signal })
    const render = (id: string, cares: Cares) =>
      finishEngineJob(engine, {
        id,
        storedId: null,
        submit: () =>
          engine.submitRender({ id, model, styleId: 'studio-grey', shot, cares, look: {} }, { signal }),
        poll: (jobId) => engine.pollRender(jobId, { signal }),
        store: () => Promise.resolve(),
        signal,
      })
    const made = await render('picture', {})
    // The requested care is visible, and no other part changes.
    expect((await render('again', {})).sha256).toBe(made.sha256)
    expect((await render('tidied', { strays: 'full' })).sha256).not.toBe(made.sha256)
    expect(await sharp(made.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 480 })
    const readings = selfies.map(({ reading }) => reading)
    const person = { readings, styleId: 'studio-grey' as const, isGenerated: false }
    const verdict = await eye.judgeHeadshot(made.image, person, { signal })
    expect(verdict.reasons).toEqual([])
    expect(made.verdict?.reasons).toEqual([])
    expect(verdict.likeness).toBeCloseTo(made.verdict?.likeness ?? NaN, 1)
    expect(eye.distanceOf(verdict.fingerprint, made.verdict?.fingerprint ?? '')).toBeLessThan(1)

    const [stranger] = await drawnSelfies('kenji', 1)
    const { reading } = await eye.readSelfie(stranger ?? new Uint8Array(), { signal })
    const other = await eye.judgeHeadshot(made.image, { ...person, readings: [reading] }, { signal })
    expect(other.reasons).toContain('unlike')

    await engine.deleteModel(model)
    await storage.delete([model.kind === 'file' ? model.key : ''])
    await expect(engine.readsModel(model, { signal })).rejects.toThrow('no file')
  })

  test("selfies without a face, and a vendor's model, are permanent errors", async () => {
    const wall = sharp({ create: { width: 800, height: 800, channels: 3, background: '#8899aa' } })
    const order = {
      ...orderOf('wall'),
      selfies: [await take('wall', new Uint8Array(await wall.jpeg().toBuffer()))],
    }
    const engine = startEngine()
    await expect(finish(engine, order)).rejects.toMatchObject({ code: 'selfies_unusable' })
    await expect(finish(engine, order)).rejects.toThrow(EngineJobError)
    const foreign: ModelRef = { kind: 'version', version: 'owner/model:1' }
    expect(await engine.readsModel(foreign, { signal })).toBe(false)
    await engine.deleteModel(foreign)
  })

  test('a canceled training ends with its reason', async () => {
    const engine = startEngine()
    const order = orderOf('canceled')
    await engine.submitTraining(order, { signal })
    await engine.cancel(order.id)
    expect(await engine.pollTraining(order.id, { signal })).toEqual({ state: 'canceled' })
    await engine.nextChange(order.id, { signal })
  })
})
