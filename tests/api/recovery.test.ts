import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eq } from 'drizzle-orm'
import type { RejectReason } from '#contract/selfies.ts'
import type { StyleId } from '#contract/styles.ts'
import { createBundles } from '#backend/features/bundles/service.ts'
import { createCheckout } from '#backend/features/checkout/service.ts'
import { createOverview } from '#backend/features/overview/service.ts'
import { createPerson } from '#backend/features/persons/service.ts'
import { createPreviews } from '#backend/features/previews/service.ts'
import { createSelfies } from '#backend/features/selfies/service.ts'
import { createTrainings } from '#backend/features/training/service.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import { tables } from '#backend/providers/database/port.ts'
import { SelfiesUnusableError, type Engine, type PreparedStore } from '#backend/providers/engine/port.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Queue } from '#backend/providers/queue/port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'

/** What the engine does next; the paths under test are those where it does not do its best. */
const behaviour = {
  train: (_store: PreparedStore) => Promise.resolve(new Uint8Array([1])),
  passes: (_shot: number): boolean => true,
  reasons: new Map<string, RejectReason[]>(),
  quality: new Map<string, number>(),
  preview: (): Promise<void> => Promise.resolve(),
  rendered: [] as number[],
}
const engine: Engine = {
  parallelism: 1,
  readSelfie: (bytes) =>
    Promise.resolve({ reading: Buffer.from(bytes).toString('hex'), image: bytes, thumbnail: bytes }),
  judgeSelfies: (selfies) =>
    selfies.map(({ id, reading }) => {
      const reasons = behaviour.reasons.get(reading) ?? []
      return { id, reasons, accepted: reasons.length === 0, quality: behaviour.quality.get(reading) ?? 1 }
    }),
  async preview(selfie) {
    await behaviour.preview()
    const sha256 = createHash('sha256').update(selfie).digest('hex')
    return { image: selfie, sha256, width: 4, height: 5 }
  },
  coachSelfies: () => ({ missingCount: 0, advisedCount: 0, advice: [], coverage: [] }),
  train: (_selfies, { store }) => behaviour.train(store),
  plan: (_model, _style, count) => Promise.resolve(Array.from({ length: count }, (_, n) => n)),
  render(_model, _style, shot) {
    behaviour.rendered.push(Number(shot))
    const passed = behaviour.passes(Number(shot))
    const image = new Uint8Array([Number(shot)])
    return Promise.resolve({
      image,
      sha256: createHash('sha256').update(image).digest('hex'),
      thumbnail: image,
      width: 4,
      height: 5,
      likeness: passed ? 0.9 : 0.2,
      passed,
      fingerprint: '',
      reasons: passed ? [] : ['unlike'],
    })
  },
  close: () => Promise.resolve(),
}

let folder: string
let queue: Queue
let close: () => Promise<void>
let services: Awaited<ReturnType<typeof open>>

async function open() {
  const database = await createPgliteDatabase()
  const storage = await createFileStorage({
    folder,
    secret: 's',
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  queue = createPgBossQueue({
    connection: { kind: 'pglite', client: database.client },
    supervise: false,
    onError: () => undefined,
  })
  await queue.start(QUEUE_DEFINITIONS)
  close = async () => {
    await queue.stop(100)
    await database.close()
  }
  const deps = { database, queue, storage, engine }
  return {
    ...{ database, storage },
    selfies: createSelfies(deps),
    previews: createPreviews(deps),
    trainings: createTrainings(deps),
    bundles: createBundles(deps),
    checkout: createCheckout(deps),
    overview: createOverview(deps),
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recovery-'))
  services = await open()
}, 60_000)
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const signal = new AbortController().signal
const JPEG_START = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]
let picture = 0

/** A person whose selfies were read; nothing of its jobs runs by itself here. */
async function personWithSelfies(count = 4) {
  const uid = randomUUID()
  const { id } = await services.database.transaction((tx) =>
    createPerson(tx, uid, { name: 'Anna', gender: 'female', consentVersion: '1' }),
  )
  const added: string[] = []
  for (let i = 0; i < count; i++) {
    const content = [Buffer.from([...JPEG_START, ...Buffer.from(`picture ${picture++}`.padEnd(80))])]
    const files = [{ fileName: 'a.jpg', content: asyncOf(content) }]
    const selfie = await services.selfies.add(uid, id, asyncOf(files))
    await services.selfies.check(selfie.id, signal)
    added.push(selfie.id)
  }
  const buy = (styleId: StyleId = 'studio-grey') => services.checkout.purchase(uid, id, styleId, 'EUR')
  const look = async () => {
    const person = await services.overview.person(uid, id)
    const { trainings, payments } = tables
    const { queries } = services.database
    const [training] = await queries
      .select()
      .from(trainings)
      .where(eq(trainings.personId, id))
      .orderBy(trainings.createdAt)
    const paid = await queries.select({ state: payments.state }).from(payments).where(eq(payments.uid, uid))
    return { person, trainingId: training?.id ?? '', payments: paid.map(({ state }) => state) }
  }
  return { uid, id, added, buy, look }
}

const asyncOf = <T>(items: Iterable<T>): AsyncIterable<T> => Readable.from(items)

describe('selfies', () => {
  test('a later selfie can undo what earlier ones were judged, and the person follows', async () => {
    const { uid, id, added, look } = await personWithSelfies(4)
    expect((await look()).person.state).toBe('ready')
    const [row] = await services.database.queries
      .select()
      .from(tables.selfies)
      .where(eq(tables.selfies.id, added[0] ?? ''))
    behaviour.reasons.set(row?.reading ?? '', ['other_person'])
    await services.selfies.check(
      (
        await services.selfies.add(
          uid,
          id,
          asyncOf([
            { fileName: 'b.jpg', content: asyncOf([Buffer.from([...JPEG_START, ...Buffer.alloc(70)])]) },
          ]),
        )
      ).id,
      signal,
    )
    const { selfies: list } = await services.selfies.list(uid, id)
    expect(list.map((selfie) => selfie.state)).toEqual([
      'rejected',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
    ])
    expect(list[0]?.reasons).toEqual(['other_person'])
    expect((await look()).person).toMatchObject({ state: 'ready', acceptedSelfieCount: 4 })
  })

  test('a check that is repeated changes nothing, and one that never worked ends as unreadable', async () => {
    const { uid, id, added } = await personWithSelfies(1)
    await services.selfies.check(added[0] ?? '', signal)
    const fresh = await services.selfies.add(
      uid,
      id,
      asyncOf([{ fileName: 'c.jpg', content: asyncOf([Buffer.from([...JPEG_START, ...Buffer.alloc(90)])]) }]),
    )
    await services.selfies.giveUpCheck(fresh.id)
    await services.selfies.check(fresh.id, signal)
    await services.selfies.giveUpCheck(added[0] ?? '')
    const { selfies: list } = await services.selfies.list(uid, id)
    expect(list.map(({ state, reasons }) => [state, ...reasons])).toEqual([
      ['accepted'],
      ['rejected', 'unreadable'],
    ])
  })
})

describe('previews', () => {
  /** A person with this many selfies; `addOne` brings another of the given quality, which judges all anew. */
  async function arrivals(count: number) {
    const person = await personWithSelfies(count)
    const { queries } = services.database
    const readingOf = async (index: number) => {
      const [row] = await queries
        .select({ reading: tables.selfies.reading })
        .from(tables.selfies)
        .where(eq(tables.selfies.id, person.added[index] ?? ''))
      return row?.reading ?? ''
    }
    const addOne = async (quality = 1) => {
      const content = Buffer.from([...JPEG_START, ...Buffer.from(`picture ${picture++}`.padEnd(80))])
      behaviour.quality.set(content.toString('hex'), quality)
      const files = [{ fileName: 'a.jpg', content: asyncOf([content]) }]
      const { id } = await services.selfies.add(person.uid, person.id, asyncOf(files))
      await services.selfies.check(id, signal)
      return id
    }
    const row = async () => {
      const [found] = await queries
        .select()
        .from(tables.previews)
        .where(eq(tables.previews.personId, person.id))
      return found
    }
    const shown = async () => (await person.look()).person.preview
    const make = async () => services.previews.make(person.id, (await row())?.selfieId ?? '', signal)
    const fileOf = (selfieId: string) => services.storage.get(`persons/${person.id}/previews/${selfieId}.jpg`)
    return { ...person, readingOf, addOne, row, shown, make, fileOf }
  }

  test('made from the first selfie, kept through its equals, made anew from a clearly better one', async () => {
    const { added, addOne, shown, make, fileOf, row } = await arrivals(1)
    const [first = ''] = added
    expect(await shown()).toMatchObject({ state: 'making', image: null })
    await make()
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first, width: 4, height: 5 } })
    expect((await row())?.sha256).toBe(
      createHash('sha256')
        .update((await fileOf(first)) ?? '')
        .digest('hex'),
    )
    await addOne(1.1)
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: first } })
    const better = await addOne(2)
    expect(await shown()).toMatchObject({ state: 'making', image: { selfieId: first } })
    await make()
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
    expect([await fileOf(first), (await fileOf(better))?.byteLength]).toEqual([undefined, 90])
  })

  test('nothing is shown of a selfie that turns out to be of someone else', async () => {
    const { added, addOne, shown, make, fileOf, readingOf } = await arrivals(1)
    await make()
    behaviour.reasons.set(await readingOf(0), ['other_person'])
    const next = await addOne()
    expect(await shown()).toMatchObject({ state: 'making', image: null })
    expect(await fileOf(added[0] ?? '')).toBeUndefined()
    await make()
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
  })

  test('a run that is overtaken leaves nothing behind, and a repeated one changes nothing', async () => {
    const { id, added, addOne, shown, make, fileOf } = await arrivals(1)
    const [first = ''] = added
    let better = ''
    behaviour.preview = async () => {
      behaviour.preview = () => Promise.resolve()
      better = await addOne(2)
    }
    await services.previews.make(id, first, signal)
    expect(await shown()).toMatchObject({ state: 'making', image: null })
    expect(await fileOf(first)).toBeUndefined()
    await make()
    await services.previews.make(id, better, signal)
    await services.previews.giveUp(id, better)
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: better } })
    expect((await fileOf(better))?.byteLength).toBe(90)
  })

  test('what cannot be made says so, and the next selfie is another chance', async () => {
    const { addOne, shown, make } = await arrivals(1)
    behaviour.preview = () => Promise.reject(new SelfiesUnusableError('no face'))
    await make()
    expect(await shown()).toMatchObject({ state: 'failed', image: null })
    behaviour.preview = () => Promise.resolve()
    const next = await addOne(0.1)
    await make()
    expect(await shown()).toMatchObject({ state: 'ready', image: { selfieId: next } })
  })

  test('one that never came is ended by the clock', async () => {
    const { shown } = await arrivals(1)
    await services.previews.reconcile(new Date(Date.now() + 10 * 60_000))
    expect(await shown()).toMatchObject({ state: 'making' })
    await services.previews.reconcile(new Date(Date.now() + 3_600_000))
    expect(await shown()).toMatchObject({ state: 'failed' })
  })
})

describe('training', () => {
  test('a training that fails for good is refunded without asking, and can be bought again', async () => {
    const { buy, look } = await personWithSelfies()
    const bundleId = await buy()
    behaviour.train = () => Promise.reject(new Error('the engine broke'))
    await expect(services.trainings.run((await look()).trainingId, signal)).rejects.toThrow(
      'the engine broke',
    )
    expect((await look()).person.state).toBe('training')
    await services.trainings.giveUp((await look()).trainingId, 'engine_failed')
    await services.trainings.giveUp((await look()).trainingId, 'engine_failed')
    const after = await look()
    expect(after.payments).toEqual(['refunded'])
    expect(after.person).toMatchObject({
      state: 'failed',
      training: { state: 'failed', failure: 'engine_failed' },
      bundles: [{ id: bundleId, state: 'refunded', generatedCount: 0 }],
    })
    const again = await buy()
    expect(again).not.toBe(bundleId)
    expect((await look()).person).toMatchObject({ state: 'training', training: { state: 'queued' } })
    expect((await look()).payments.sort()).toEqual(['paid', 'refunded'])
  })

  test('what was prepared before a break is there for the next attempt, and gone after it', async () => {
    const { added, buy, look } = await personWithSelfies()
    await buy()
    const [first = ''] = added
    behaviour.train = async (store) => {
      await store.save(first, new Uint8Array([7]))
      throw new Error('the engine broke')
    }
    await expect(services.trainings.run((await look()).trainingId, signal)).rejects.toThrow()
    let found: unknown
    behaviour.train = async (store) => {
      found = [await store.load(first), await store.load(added[1] ?? '')]
      return new Uint8Array([1])
    }
    await services.trainings.run((await look()).trainingId, signal)
    expect(found).toEqual([new Uint8Array([7]), null])
    const { person } = await look()
    expect(person.state).toBe('trained')
    expect(await services.storage.get(`persons/${person.id}/prepared/${first}`)).toBeUndefined()
  })

  test('selfies that make no model end it at once', async () => {
    const { buy, look } = await personWithSelfies()
    await buy()
    behaviour.train = () => Promise.reject(new SelfiesUnusableError('no face'))
    await services.trainings.run((await look()).trainingId, signal)
    expect((await look()).person).toMatchObject({
      state: 'failed',
      training: { failure: 'selfies_unusable' },
    })
    expect((await look()).payments).toEqual(['refunded'])
  })

  test('one past its deadline is failed by the clock, and a late success changes nothing', async () => {
    const { buy, look } = await personWithSelfies()
    await buy()
    const { trainingId } = await look()
    behaviour.train = async () => {
      await services.trainings.reconcile(new Date(Date.now() + 3 * 3_600_000))
      return new Uint8Array([1])
    }
    await services.trainings.run(trainingId, signal)
    expect((await look()).person).toMatchObject({
      state: 'failed',
      training: { state: 'failed', failure: 'deadline_passed' },
    })
    expect((await look()).payments).toEqual(['refunded'])
  })
})

describe('bundles', () => {
  async function generating(styleId: StyleId = 'studio-grey') {
    const person = await personWithSelfies()
    const bundleId = await person.buy(styleId)
    behaviour.train = () => Promise.resolve(new Uint8Array([1]))
    behaviour.rendered = []
    await services.trainings.run((await person.look()).trainingId, signal)
    expect((await person.look()).person.bundles).toMatchObject([{ state: 'queued' }])
    const get = () => services.bundles.get(person.uid, person.id, bundleId)
    return { ...person, bundleId, get }
  }

  test('those that fail the gate are replaced, within bounds, and shown on request', async () => {
    const { bundleId, get } = await generating()
    behaviour.passes = (shot) => shot % 4 !== 0
    await services.bundles.generate(bundleId, signal)
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
    await services.bundles.generate(bundleId, signal)
    expect(behaviour.rendered).toEqual(Array.from({ length: 16 }, (_, n) => n))
  })

  test('half of them is enough', async () => {
    const { bundleId, get } = await generating()
    behaviour.passes = (shot) => shot % 3 === 0
    await services.bundles.generate(bundleId, signal)
    expect(await get()).toMatchObject({ state: 'ready', generatedCount: 6 })
    expect(behaviour.rendered).toHaveLength(18)
  })

  test('fewer than half is refunded, and nothing of it is kept', async () => {
    const { bundleId, get, look, buy } = await generating()
    behaviour.passes = (shot) => shot < 5
    await services.bundles.generate(bundleId, signal)
    const bundle = await get()
    expect(bundle).toMatchObject({ state: 'refunded', generatedCount: 0, headshots: [], coverUrl: null })
    expect((await look()).payments).toEqual(['refunded'])
    expect((await look()).person.state).toBe('trained')
    expect(await services.storage.get(`persons/${bundle.personId}/bundles/${bundleId}/0.jpg`)).toBeUndefined()
    behaviour.passes = () => true
    const again = await buy()
    expect(again).not.toBe(bundleId)
    await services.bundles.generate(again, signal)
    expect((await look()).person.bundles.map(({ state }) => state)).toEqual(['ready', 'refunded'])
  })

  test('a bundle refunded while its headshots are made takes no more', async () => {
    const { bundleId, get, look } = await generating()
    behaviour.passes = () => true
    const stopping = new AbortController()
    const original = engine.render
    engine.render = async (...given) => {
      if (behaviour.rendered.length === 3)
        await services.bundles.reconcile(new Date(Date.now() + 3 * 3_600_000))
      return original(...given)
    }
    await services.bundles.generate(bundleId, stopping.signal)
    engine.render = original
    expect(behaviour.rendered).toHaveLength(4)
    expect(await get()).toMatchObject({ state: 'refunded', headshots: [] })
    expect((await look()).payments).toEqual(['refunded'])
  })

  test('what is cut off goes on where it stopped', async () => {
    const { bundleId, get } = await generating('bw-editorial')
    behaviour.passes = () => true
    const stopping = new AbortController()
    const original = engine.render
    engine.render = (...given) => {
      if (behaviour.rendered.length === 4) stopping.abort(new Error('stopping'))
      return original(...given)
    }
    await expect(services.bundles.generate(bundleId, stopping.signal)).rejects.toThrow('stopping')
    engine.render = original
    expect(await get()).toMatchObject({ state: 'generating', generatedCount: 5 })
    await services.bundles.generate(bundleId, signal)
    expect(await get()).toMatchObject({ state: 'ready', generatedCount: 12 })
    expect(behaviour.rendered).toEqual(Array.from({ length: 12 }, (_, n) => n))
  })

  test('bought while the training runs, it waits for it; bought after it, it starts', async () => {
    const { buy, look } = await personWithSelfies()
    await buy('studio-grey')
    await buy('executive-navy')
    behaviour.train = () => Promise.resolve(new Uint8Array([1]))
    await services.trainings.run((await look()).trainingId, signal)
    await buy('bw-editorial')
    expect((await look()).person.bundles.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued'])
    expect((await look()).payments).toEqual(['paid', 'paid', 'paid'])
  })
})
