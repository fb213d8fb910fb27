import { after, before, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { createVendorJobs } from '#backend/features/vendor-jobs/vendor-job-records.ts'
import { createFalClient } from '#backend/providers/engine/fal/fal-client.ts'
import { FAL_FILES_KEPT_SECONDS, FAL_TRAINERS } from '#backend/providers/engine/fal/trainers.ts'
import { createHookKeys } from '#backend/providers/engine/hook-signatures.ts'
import type { HookReader } from '#backend/providers/engine/hooks-port.ts'
import type { VendorJobs } from '#backend/providers/engine/jobs-port.ts'
import { falHooks, vendorHookBase } from '#backend/providers/engine/vendor-hooks.ts'
import { hookAddress, waitForNews } from '#backend/providers/engine/vendor-orders.ts'
import { ErrorBody } from '#contract/errors.ts'
import { openFal, type OpenVendorEngine } from '#tests/ports/support/vendor-engines.ts'
import { testEach } from '#tests/support/each.ts'
import { openDoor } from './support/door.ts'

const signal = new AbortController().signal
/** Far longer than a test: who waits is woken by a hook, or not at all. */
const NEVER_POLLED_MS = 3_600_000

let door: Awaited<ReturnType<typeof openDoor>>
let closeApp: () => Promise<unknown>
let url: string
let jobs: VendorJobs
let fal: OpenVendorEngine
/** Reads the hooks of the account. */
let readHook: HookReader
let orderCount = 0

before(async () => {
  door = await openDoor()
  const { database, storage } = door.world
  jobs = createVendorJobs(database)
  const app = await door.openApp({}, true, { engineHooks: { fal: (hook) => readHook(hook) } })
  closeApp = () => app.close()
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  const selfie = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#8899aa' } })
  await storage.put('selfies/1', new Uint8Array(await selfie.jpeg().toBuffer()), 1024 * 1024)
  const hookBase = vendorHookBase(url, { kind: 'fal', baseUrl: 'http://127.0.0.1' })
  if (hookBase === null) throw new Error('the emulator could not reach the door')
  fal = await openFal({ jobs, storage, now: () => new Date(), hookBase })
  const keys = createHookKeys(`${fal.url}/.well-known/jwks.json`)
  readHook = falHooks(keys, 'emulator')
})
after(async () => {
  await fal.close()
  await closeApp()
  await door.close()
})

/** A training that fal has. */
async function ordered(): Promise<string> {
  const id = `order/${(orderCount += 1)}`
  await submit(id)
  return id
}

const submit = (id: string) =>
  fal.engine.submitTraining(
    {
      id,
      selfies: [{ id: '1', imageKey: 'selfies/1', reading: '' }],
      modelFolder: `${id}/models`,
      preparedFolder: `${id}/prepared`,
      needs: null,
      agreedTo: ['fal'],
    },
    { signal },
  )

const untilNoneIsOpen = async () => {
  while ((await fal.openCount()) > 0) await fal.engine.nextChange('another', { signal })
}

/** The hooks told since there were `before`, once none of them is on its way. */
async function toldSince(before: number, count: number) {
  for (;;) {
    const told = (await fal.hooksTold()).slice(before)
    if (told.length === count && told.every(({ outcome }) => outcome !== 'waiting')) return told
    await fal.engine.nextChange('another', { signal })
  }
}

/** A stranger orders at fal, with the hook address of our order. */
async function orderAtFal(order: string): Promise<void> {
  const webhook = hookAddress(`${url}/engines/hooks?engine=fal`, { id: order, attempt: 1 })
  const archiveUrl = 'data:application/zip;base64,'
  const input = FAL_TRAINERS['flux-2-trainer'].inputOf({
    archiveUrl,
    caption: 'a',
    trigger: 'b',
    steps: 1000,
  })
  await createFalClient({ baseUrl: fal.url, key: 'k' }).submit(
    {
      app: 'fal-ai/flux-2-trainer',
      input,
      webhook,
      keptSeconds: FAL_FILES_KEPT_SECONDS,
      startsWithinSeconds: 600,
    },
    signal,
  )
}

/** Hooks are held meanwhile; then they are all told, and taken. */
async function toldLate(during: () => Promise<unknown>): Promise<void> {
  const before = (await fal.hooksTold()).length
  await fal.command('hooks', { hold: true })
  await during()
  await fal.command('hooks/release-reversed', {})
  const told = (await fal.hooksTold()).slice(before)
  expect(told.map(({ lastStatus }) => lastStatus)).toEqual(told.map(() => 200))
  expect(told.length).toBeGreaterThan(0)
}

test('a hook wakes the job that waits for its order', async () => {
  let id = ''
  let woken: Promise<void> | undefined
  await toldLate(async () => {
    id = await ordered()
    await untilNoneIsOpen()
    woken = waitForNews(jobs, id, NEVER_POLLED_MS, signal)
  })
  await woken
  expect((await fal.engine.pollTraining(id, { signal })).state).toBe('succeeded')
})

test('forged hooks are refused, and one that comes twice is taken twice', async () => {
  const before = (await fal.hooksTold()).length
  await fal.command('hooks', { duplicate: 1, forge: 1 })
  const id = await ordered()
  await untilNoneIsOpen()
  const told = await toldSince(before, 5)
  await fal.command('hooks', { duplicate: 0, forge: 0 })
  const taken = told.filter(({ forged }) => forged === null)
  expect(taken.map(({ lastStatus }) => lastStatus)).toEqual([200, 200])
  expect(told.filter(({ lastStatus }) => lastStatus === 403)).toHaveLength(3)
  expect(await jobs.find(id)).toMatchObject({ state: 'sent', attempt: 1 })
  expect((await fal.engine.pollTraining(id, { signal })).state).toBe('succeeded')
})

test('a hook that comes after the end, or after the order was given up, changes nothing', async () => {
  let before: unknown[] = []
  const rows = () => Promise.all(ids.map((id) => jobs.find(id)))
  const ids: string[] = []
  await toldLate(async () => {
    ids.push(await ordered(), await ordered())
    await untilNoneIsOpen()
    const [ended = '', again = ''] = ids
    expect((await fal.engine.pollTraining(ended, { signal })).state).toBe('succeeded')
    await fal.engine.abandon(again)
    await fal.command('jobs', { fault: 'stuck', kind: 'training' })
    await submit(again)
    before = await rows()
  })
  expect(before).toMatchObject([{ state: 'succeeded' }, { state: 'sent', attempt: 2 }])
  expect(await rows()).toEqual(before)
  await fal.engine.cancel(ids[1] ?? '')
})

test('what another order’s hook says of ours changes nothing', async () => {
  await fal.command('jobs', { fault: 'stuck', kind: 'training' })
  const id = await ordered()
  const before = await jobs.find(id)
  const hooksBefore = (await fal.hooksTold()).length
  await orderAtFal(id)
  const [told] = await toldSince(hooksBefore, 1)
  expect(told).toMatchObject({ lastStatus: 200 })
  expect(await jobs.find(id)).toEqual(before)
  await fal.engine.cancel(id)
})

test('a hook that fal signed for another account is refused', async () => {
  const genuine = readHook
  readHook = falHooks(createHookKeys(`${fal.url}/.well-known/jwks.json`), 'another')
  const before = (await fal.hooksTold()).length
  await orderAtFal('order/unknown')
  // Given up after its tries.
  while ((await fal.hooksTold())[before]?.lastStatus !== 403)
    await fal.engine.nextChange('another', { signal })
  readHook = genuine
  const [told] = await toldSince(before, 1)
  expect(told).toMatchObject({ outcome: 'taken' })
  expect(await jobs.find('order/unknown')).toBeUndefined()
})

testEach([
  ['no signer', 'engine=fal&order=order/1&attempt=1', 403, 'signature_invalid'],
  ['a vendor that is not configured', 'engine=bfl&order=order/1&attempt=1', 404, 'route_not_found'],
  ['an unknown vendor', 'engine=unknown&order=order/1&attempt=1', 400, 'parameter_invalid'],
  ['an attempt that is none', 'engine=fal&order=order/1&attempt=0', 400, 'parameter_invalid'],
] as const)(
  'a hook of %s is refused, without what it would have changed',
  async (_name, query, status, code) => {
    const answer = await fetch(`${url}/engines/hooks?${query}`, {
      method: 'POST',
      body: '{"request_id":"r"}',
    })
    expect(answer.status).toBe(status)
    const { error, ...rest } = ErrorBody.parse(await answer.json())
    expect(error.code).toBe(code)
    expect(rest).toEqual({})
    expect(
      Object.keys(error)
        .filter((key) => key !== 'parameter')
        .sort(),
    ).toEqual(['code', 'requestId'])
  },
)
