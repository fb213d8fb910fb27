import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import type { CogClient } from '#backend/providers/engine/cog/cog-client.ts'
import { createCogEngine } from '#backend/providers/engine/cog/cog-engine.ts'
import { cogOutlook } from '#backend/providers/engine/cog/outlook.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { finishGenerated } from '#backend/providers/studio/generated-picture.ts'
import { openPglite, type OpenDatabase } from './support/databases.ts'

const { signal } = new AbortController()
const ADDRESSES = ['http://one.example', 'http://two.example', 'http://three.example']

const TOKEN = 't'.repeat(32)

let opened: OpenDatabase
let folder: string
before(async () => {
  opened = await openPglite()
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
      if (begun.has(address))
        return Promise.reject(new UnavailableError('engine', { reason: 'answered 409' }))
      begun.set(address, id)
      return Promise.resolve()
    },
    cancel: () => Promise.resolve(),
    file: () => Promise.resolve(new Uint8Array([1])),
  }
  return { client, begun }
}

async function openEngine(client: CogClient) {
  const storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const engine = createCogEngine({
    client,
    storage,
    jobs: createVendorJobs(opened.database),
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
