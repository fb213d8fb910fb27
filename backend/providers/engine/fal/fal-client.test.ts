import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test, type TestContext } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { z } from 'zod'
import { trainingArchive } from '#backend/providers/engine/training-archive.ts'
import { LostAnswerError, VendorRefusal } from '#backend/providers/engine/vendor-calls.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createPlainPainter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator } from '#emulators/engine-core/server.ts'
import { fal } from '#emulators/fal/protocol.ts'
import { createFalClient, type FalClient } from './fal-client.ts'

const { signal } = new AbortController()
const pause = () => Promise.resolve()

describe("fal's status, as it is written", () => {
  const reading = async (t: TestContext, status: number, body: unknown) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = createFalClient({ baseUrl: base, key: 'k' }, { pause })
    return { client, asked, request: client.requestOf('fal-ai/flux-2/klein/4b/base/lora', 'r1') }
  }

  for (const [status, body, wanted] of [
    [202, { status: 'IN_QUEUE', queue_position: 123 }, { status: 'IN_QUEUE' }],
    [200, { status: 'IN_QUEUE', queue_position: 0, logs: null }, { status: 'IN_QUEUE', logs: null }],
    [202, { status: 'IN_PROGRESS', logs: [{ message: 'a' }] }, { status: 'IN_PROGRESS' }],
    [200, { status: 'IN_PROGRESS', logs: null }, { status: 'IN_PROGRESS', logs: null }],
    [200, { status: 'COMPLETED', logs: [], metrics: { inference_time: 3 } }, { status: 'COMPLETED' }],
    [
      200,
      { status: 'COMPLETED', error: 'Request timed out', error_type: 'request_timeout' },
      { status: 'COMPLETED', error: 'Request timed out', error_type: 'request_timeout' },
    ],
  ] as const) {
    test(`${status} ${JSON.stringify(body)} is read`, async (t) => {
      const { client, asked, request } = await reading(t, status, body)
      expect(await client.status(request, signal)).toMatchObject(wanted)
      expect(asked).toEqual(['/fal-ai/flux-2/requests/r1/status?logs=1'])
    })
  }

  test('a state that is none is no state', async (t) => {
    const { client, request } = await reading(t, 200, { status: 'FOO' })
    await expect(client.status(request, signal)).rejects.toThrow(UnavailableError)
  })
})

describe("fal's client, against its emulator", () => {
  let emulator: Emulator
  let client: FalClient
  let weights: string
  /** What trainings wait for. */
  let training: Promise<undefined> = Promise.resolve(undefined)
  let archive: string

  const command = async (path: string, body: unknown) => {
    const response = await fetch(`${emulator.url}/_emulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
  }
  const submit = (app: string, input: Record<string, unknown>, startsWithinSeconds = 600) =>
    client.submit({ app, input, keptSeconds: 3600, startsWithinSeconds, webhook: null }, signal)
  const render = (startsWithinSeconds?: number) =>
    submit('fal-ai/flux-lora', { prompt: 'a portrait', loras: [{ path: weights }] }, startsWithinSeconds)
  const completed = async (request: Awaited<ReturnType<typeof render>>) => {
    for (;;) {
      const status = await client.status(request, signal)
      if (status.status === 'COMPLETED') return status
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const Lora = z.object({ diffusers_lora_file: z.object({ url: z.url() }) })

  before(async () => {
    const plain = createPlainPainter()
    const painter = { ...plain, train: (selfies: Uint8Array[]) => training.then(() => plain.train(selfies)) }
    emulator = await startEmulator(fal, { port: 0, key: 'fal-key', painter })
    client = createFalClient({ baseUrl: emulator.url, key: 'fal-key' }, { pause })
    const area = sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#8899aa' } })
    const bytes = await trainingArchive([new Uint8Array(await area.jpeg().toBuffer())])
    archive = `data:application/zip;base64,${Buffer.from(bytes).toString('base64')}`
    const request = await submit('fal-ai/flux-2-trainer', { image_data_url: archive, default_caption: 'x' })
    await completed(request)
    weights = (await client.result(request, Lora, signal)).diffusers_lora_file.url
  })
  after(() => emulator.close())

  test('each trainer takes its own field names, and refuses those of another', async () => {
    await submit('fal-ai/flux-lora-portrait-trainer', { images_data_url: archive, trigger_phrase: 'TOK' })
    const wrong = submit('fal-ai/flux-lora-portrait-trainer', { image_data_url: archive })
    await expect(wrong).rejects.toMatchObject({ status: 422 })
    const other = submit('fal-ai/klein-9b-base-trainer', { images_data_url: archive })
    await expect(other).rejects.toMatchObject({ status: 422 })
  })

  test('a wrong key is the operator’s to mend', async () => {
    const stranger = createFalClient({ baseUrl: emulator.url, key: 'other' }, { pause })
    const order = {
      app: 'fal-ai/flux-lora',
      input: {},
      keptSeconds: 1,
      startsWithinSeconds: 1,
      webhook: null,
    }
    await expect(stranger.submit(order, signal)).rejects.toThrow(UnavailableError)
  })

  test('an order is sent once, even when its answer is lost', async () => {
    const jobs = async () =>
      // What our own emulator shows.
      ((await (await fetch(`${emulator.url}/_emulator/state`)).json()) as { jobs: unknown[] }).jobs.length
    const before = await jobs()
    for (const fault of ['lost', 'garbage']) {
      await command('calls', { fault, route: 'POST /fal-ai/flux-lora' })
      await expect(render()).rejects.toThrow(LostAnswerError)
    }
    expect(await jobs()).toBe(before + 2)
  })

  test('cancel has four answers', async () => {
    await command('jobs', { fault: 'stuck' })
    const queued = await render()
    expect(await client.cancel(queued, signal)).toBe('removed')
    const done = await render()
    await completed(done)
    expect(await client.cancel(done, signal)).toBe('already_completed')
    expect(await client.cancel(client.requestOf('fal-ai/flux-lora', 'nothing'), signal)).toBe('not_found')
    let goOn = (): void => undefined
    training = new Promise((resolve) => {
      goOn = () => resolve(undefined)
    })
    const running = await submit('fal-ai/flux-2-trainer', { image_data_url: archive, default_caption: 'x' })
    while ((await client.status(running, signal)).status === 'IN_QUEUE');
    expect(await client.cancel(running, signal)).toBe('requested')
    goOn()
  })

  test('what failed is completed with an error, and its result is refused once', async () => {
    const outcome = async (fault: string) => {
      await command('jobs', { fault })
      const request = await render()
      const { error_type: type } = await completed(request)
      const refusal: unknown = await client.result(request, Lora, signal).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(VendorRefusal)
      return { type, refusal }
    }
    expect(await outcome('refused')).toMatchObject({
      type: 'content_policy_violation',
      refusal: { status: 422 },
    })
    expect(await outcome('failed')).toMatchObject({ type: 'internal_error', refusal: { status: 500 } })
  })

  test('what does not begin in time is completed with a time-out of ours', async () => {
    await command('jobs', { fault: 'stuck' })
    const request = await render(60)
    await command('clock', { seconds: 61 })
    expect(await client.status(request, signal)).toMatchObject({
      status: 'COMPLETED',
      error_type: 'request_timeout',
    })
    await expect(client.result(request, Lora, signal)).rejects.toMatchObject({ status: 504 })
  })

  test('files are gone after the time that was ordered', async () => {
    await client.download(weights, { maxBytes: 1e6, signal })
    await command('clock', { seconds: 3600 })
    await expect(client.download(weights, { maxBytes: 1e6, signal })).rejects.toMatchObject({ status: 404 })
  })
})
