import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { openEngine as openEngineOfSettings } from '#backend/compose-engine.ts'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { CogClient } from '#backend/providers/engine/cog/cog-client.ts'
import { BusyEngineError } from '#backend/providers/engine/busy-engine-error.ts'
import { createCogEngine } from '#backend/providers/engine/cog/cog-engine.ts'
import { cogOutlook } from '#backend/providers/engine/cog/outlook.ts'
import { createRoutedEngine } from '#backend/providers/engine/routed-engine.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
import { openStudio } from '#backend/providers/studio/open.ts'
import { openDatabase, type OpenDatabase } from './support/databases.ts'
import { deferred } from './support/deferred.ts'

const { signal } = new AbortController()
const ADDRESSES = ['http://one.example', 'http://two.example', 'http://three.example']

const TOKEN = 't'.repeat(32)

let opened: OpenDatabase
let folder: string
before(async () => {
  opened = await openDatabase()
  folder = await mkdtemp(join(tmpdir(), 'engine-cog-'))
})
after(async () => {
  await opened.close()
  await rm(folder, { recursive: true })
})

/** Containers with one slot each, and the prediction that each has. */
function containers() {
  const begun = new Map<string, string>()
  const client: CogClient = {
    health: (address) => Promise.resolve(begun.has(address) ? 'BUSY' : 'READY'),
    begin(address, id) {
      const isFree = !begun.has(address)
      if (isFree) begun.set(address, id)
      return Promise.resolve(isFree)
    },
    cancel: () => Promise.resolve(),
    file: () => Promise.resolve(new Uint8Array([1])),
  }
  return { client, begun }
}

async function openEngine(client: CogClient, jobs = createVendorJobs(opened.database)) {
  const storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const engine = createCogEngine({
    client,
    storage,
    jobs,
    finish: finishGenerated,
    outlook: cogOutlook({ weights: 'flux-2-klein-4b', addresses: ADDRESSES }),
    settings: {
      addresses: ADDRESSES,
      hookBase: 'http://hooks.example/cog',
      hookTokens: [TOKEN],
      microsPerSecond: 0,
      pollMs: 5,
    },
  })
  const render = (id: string) =>
    engine.submitRender(
      {
        id,
        styleId: 'library',
        cares: {},
        look: {},
        shot: { take: 0, seed: 1 },
        model: { kind: 'file', key: 'persons/anna/models/cog-1' },
      },
      { signal },
    )
  return { engine, storage, render }
}

test('orders that are sent at once go to a container each', async (t) => {
  // A choice by chance takes the first container.
  t.mock.method(Math, 'random', () => 0)
  const { client, begun } = containers()
  const { render } = await openEngine(client)
  await Promise.all(ADDRESSES.map((_, index) => render(`order/${index}`)))
  expect([...begun.keys()].sort()).toEqual(ADDRESSES.toSorted())
})

test('a progress hook that is recorded after the final hook changes nothing of the result', async () => {
  const { client, begun } = containers()
  const jobs = createVendorJobs(opened.database)
  const { promise: isOver, resolve: end } = deferred()
  const { engine, render } = await openEngine(client, {
    ...jobs,
    async change(job, change, ...further) {
      const { told, status } = change.details ?? {}
      if (told !== undefined && status !== 'failed') await isOver
      return jobs.change(job, change, ...further)
    },
  })
  await render('order/crossed')
  const [id] = [...begun.values()]
  const heard = (told: object) =>
    engine.receiveHook('order/crossed', 1, {
      headers: { authorization: `Bearer ${TOKEN}` },
      body: Buffer.from(JSON.stringify({ id, ...told })),
    })
  const late = heard({ status: 'processing', logs: '' })
  await heard({ status: 'failed', error: 'CUDA out of memory', metrics: { predict_time: 2 } })
  end()
  expect(await late).toBe(true)
  expect(await engine.pollRender('order/crossed', { signal })).toMatchObject({ state: 'failed' })
  expect((await jobs.find('order/crossed'))?.details).toMatchObject({ status: 'failed', seconds: '2' })
})

test('a picture as the container made it lies with the files of its person, and goes with them', async () => {
  const { client, begun } = containers()
  const { engine, storage, render } = await openEngine(client)
  await render('order/raw')
  const [id] = [...begun.values()]
  const hook = {
    headers: { authorization: `Bearer ${TOKEN}` },
    body: Buffer.from(JSON.stringify({ id, status: 'succeeded', output: 'http://one.example/file' })),
  }
  expect(await engine.receiveHook('order/raw', 1, hook)).toBe(true)
  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatch(/^persons\/anna\//)
})

test('an order for a container that another process was quicker to fill is put back, and the container is held to be well', async () => {
  const { client } = containers()
  // As often as the breaker bears failures, and once more.
  let fullCount = 4
  const raced: CogClient = {
    ...client,
    begin: (...given) => ((fullCount -= 1) >= 0 ? Promise.resolve(false) : client.begin(...given)),
  }
  const { engine } = await openEngine(raced)
  const jobs = createVendorJobs(opened.database)
  const routed = createRoutedEngine({ engines: [engine], regions: 'any', jobs })
  const train = (id: string) => {
    const order = { id, selfies: [], modelFolder: id, preparedFolder: id, needs: null, agreedTo: [] }
    return routed.submitTraining(order, { signal })
  }
  for (const id of ['training/1', 'training/2', 'training/3', 'training/4']) {
    await expect(train(id)).rejects.toThrow(BusyEngineError)
    expect(await jobs.find(id)).toMatchObject({ state: 'abandoned', attempt: 1 })
  }
  await train('training/1')
  expect(await jobs.find('training/1')).toMatchObject({ state: 'sent', attempt: 2 })
  await train('training/next')
  expect(await jobs.find('training/next')).toMatchObject({ state: 'sent', attempt: 1 })
})

test('a single engine takes over an order that is open at an engine removed from the settings', async () => {
  const { storage } = await openEngine(containers().client)
  const jobs = createVendorJobs(opened.database)
  const order = { id: 'training/left', engine: 'fal', kind: 'training', attempt: 1, details: {} } as const
  await jobs.begin({ ...order, submittedAt: new Date() }, null)
  await jobs.change(order, { state: 'sent', vendorId: 'at-fal' })
  const orphaned: string[] = []
  const { studio, threads } = openStudio({ threads: 1 })
  const { engine } = openEngineOfSettings(
    {
      regions: 'any',
      studio: { threads: undefined, cutOutNet: undefined },
      chosen: [
        {
          kind: 'cog',
          addresses: ADDRESSES,
          uploadUrl: null,
          weights: 'flux-2-klein-4b',
          hookUrl: 'http://hooks.example',
          hookPort: 0,
          hookTokens: [TOKEN],
          microsPerSecond: 0,
        },
      ],
    },
    {
      ports: { database: opened.database, storage, siteUrl: 'http://site.example' },
      studio: { studio, threads },
      metrics: {
        engineOrphaned: ({ engine: name }) => void orphaned.push(name),
        engineCharged: ({ engine: name }) => expect(name).toBeUndefined(),
      },
      onError: (error) => expect(error).toBeUndefined(),
    },
  )
  expect(await engine.pollTraining(order.id, { signal })).toEqual({ state: 'lost' })
  // The row is free for the attempt that comes next.
  expect(await jobs.find(order.id)).toMatchObject({ engine: 'fal', state: 'abandoned' })
  expect(orphaned).toEqual(['fal'])
  await studio.close()
})
