import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { verifyStandardWebhook } from '#backend/providers/engine/hook-signatures.ts'
import type { ReceivedHook } from '#backend/providers/engine/hooks-port.ts'
import { trainingArchive } from '#backend/providers/engine/training-archive.ts'
import { LostAnswerError, VendorRefusal } from '#backend/providers/engine/vendor-calls.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createPlainPainter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator } from '#emulators/engine-core/server.ts'
import { replicate } from '#emulators/replicate/protocol.ts'
import { createReplicateClient, isNotFound, type ReplicateClient } from './replicate-client.ts'

const { signal } = new AbortController()
const TRAINER = `ostris/flux-dev-lora-trainer:${'a'.repeat(64)}`

describe("Replicate's client, against its emulator", () => {
  const painter = createPlainPainter()
  let emulator: Emulator
  let client: ReplicateClient
  let selfies: Uint8Array

  const hooks: ReceivedHook[] = []
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      hooks.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.end()
    })
  })
  let webhook: string

  const command = async (path: string, body: unknown = {}) => {
    const response = await fetch(`${emulator.url}/_emulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
  }
  const until = async <T extends { status: string }>(read: () => Promise<T>): Promise<T> => {
    for (;;) {
      const job = await read()
      if (!['starting', 'processing'].includes(job.status)) return job
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** A model of the person, trained anew. */
  const train = async (name: string, webhookUrl: string | null = null) => {
    await client.ensureModel({ owner: 'emulator', name, hardware: 'gpu-h100' }, signal)
    const { id, url } = await client.upload(selfies, signal)
    const training = await client.createTraining(
      {
        trainer: TRAINER,
        destination: `emulator/${name}`,
        input: { input_images: url },
        webhook: webhookUrl,
      },
      signal,
    )
    const ended = await until(() => client.training(training.id, signal))
    await client.deleteFile(id, signal)
    return ended
  }
  const order = (version: string, input: Record<string, unknown> = {}) => ({
    version,
    input: { prompt: 'a portrait of TOK', output_format: 'jpg', ...input },
    cancelAfter: '10m',
    webhook: null,
  })
  let version: string

  before(async () => {
    emulator = await startEmulator(replicate, { port: 0, key: 'r8_key', painter })
    client = createReplicateClient(
      { baseUrl: `${emulator.url}/v1/`, token: 'r8_key' },
      { pause: () => Promise.resolve() },
    )
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const area = sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#8899aa' } })
    selfies = await trainingArchive([new Uint8Array(await area.jpeg().toBuffer())])
    const trained = await train('noor')
    expect(trained).toMatchObject({ status: 'succeeded', error: null })
    version = trained.output?.version ?? ''
    expect(version).toMatch(/^emulator\/noor:[0-9a-f]{64}$/)
  })
  after(async () => {
    receiver.close()
    await emulator.close()
    await painter.close()
  })

  test('hardware, account and the secret of hooks are read; a wrong key is the operator’s', async () => {
    expect((await client.hardware(signal)).map(({ sku }) => sku)).toContain('gpu-h100')
    expect(await client.account(signal)).toEqual({ username: 'emulator' })
    expect(await client.webhookSecret(signal)).toMatch(/^whsec_/)
    const stranger = createReplicateClient({ baseUrl: `${emulator.url}/v1`, token: 'other' })
    await expect(stranger.account(signal)).rejects.toThrow(UnavailableError)
  })

  test('a model that is there is no error; one of unknown hardware is refused', async () => {
    await client.ensureModel({ owner: 'emulator', name: 'noor', hardware: 'gpu-h100' }, signal)
    const unknown = { owner: 'emulator', name: 'other', hardware: 'gpu-of-tomorrow' }
    await expect(client.ensureModel(unknown, signal)).rejects.toMatchObject({ status: 422 })
  })

  test('a prediction gives as many pictures as were ordered, which vanish after an hour', async () => {
    const created = await client.createPrediction(order(version, { num_outputs: 2, seed: 3 }), signal)
    expect(created).toMatchObject({ status: 'starting', output: null })
    const ended = await until(() => client.prediction(created.id, signal))
    expect(ended.output).toHaveLength(2)
    const parts: Uint8Array[] = []
    const [address = ''] = ended.output as string[]
    for await (const part of await client.download(address, { maxBytes: 10e6, signal })) parts.push(part)
    expect([...Buffer.concat(parts).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    await command('clock', { seconds: 3601 })
    expect(await client.prediction(created.id, signal)).toMatchObject({ output: null, data_removed: true })
  })

  test('an order whose answer was lost is found in the list by time, and was sent once', async () => {
    const began = new Date(Date.now() + 3601_000)
    for (const fault of ['lost', 'garbage'] as const) {
      await command('calls', { fault, route: 'POST /v1/predictions' })
      const lost = client.createPrediction(order(version, { seed: fault === 'lost' ? 71 : 72 }), signal)
      await expect(lost).rejects.toThrow(LostAnswerError)
    }
    const found: unknown[] = []
    const end = new Date(began.getTime() + 3600_000)
    for await (const { input } of client.predictionsOf(began, end, signal)) found.push(input?.seed)
    expect(found).toEqual([72, 71])
    const none: unknown[] = []
    for await (const job of client.predictionsOf(end, new Date(end.getTime() + 1), signal)) none.push(job)
    expect(none).toEqual([])
  })

  test('a deadline ends what never began as aborted; cancel ends it as canceled', async () => {
    await command('jobs', { fault: 'stuck', times: 2 })
    const stuck = await client.createPrediction({ ...order(version), cancelAfter: '1m' }, signal)
    const other = await client.createPrediction(order(version), signal)
    expect((await client.cancelPrediction(other.id, signal)).status).toBe('aborted')
    await command('clock', { seconds: 61 })
    expect((await client.prediction(stuck.id, signal)).status).toBe('aborted')
    await command('jobs', { fault: 'stuck', kind: 'training' })
    const { url } = await client.upload(selfies, signal)
    const input = { input_images: url }
    const training = await client.createTraining(
      { trainer: TRAINER, destination: 'emulator/noor', input, webhook: null },
      signal,
    )
    expect((await client.cancelTraining(training.id, signal)).status).toBe('canceled')
  })

  test('a job that is refused, fails, or names no file says so', async () => {
    const outcome = async (fault: string) => {
      await command('jobs', { fault })
      const { id } = await client.createPrediction(order(version), signal)
      const { status, error, output } = await until(() => client.prediction(id, signal))
      return { status, error, output }
    }
    expect(await outcome('refused')).toMatchObject({ status: 'failed', error: 'NSFW content detected' })
    expect(await outcome('failed')).toMatchObject({ status: 'failed', error: 'CUDA out of memory' })
    expect(await outcome('missing_files')).toEqual({ status: 'succeeded', error: null, output: [] })
  })

  test('an order for nothing that exists is refused with its fields', async () => {
    await expect(client.createPrediction(order('emulator/unknown'), signal)).rejects.toThrow(VendorRefusal)
    const wrong = client.createPrediction(order(version, { width: 1000, publish_to: 'everybody' }), signal)
    await expect(wrong).rejects.toMatchObject({ status: 422, body: { title: 'Input validation failed' } })
    const nothing: unknown = await client.prediction('nothing', signal).catch((error: unknown) => error)
    expect(isNotFound(nothing)).toBe(true)
  })

  test('a true hook is signed and names the job; forged ones are refused', async () => {
    const secret = await client.webhookSecret(signal)
    await command('hooks', { forge: 1, duplicate: 1 })
    hooks.length = 0
    const { id } = await client.createPrediction({ ...order(version), webhook }, signal)
    await until(() => client.prediction(id, signal))
    while (hooks.length < 5) await new Promise((resolve) => setImmediate(resolve))
    await command('hooks', { forge: 0, duplicate: 0 })
    const now = Date.now() + 3661_000
    const told = hooks.map((hook) => verifyStandardWebhook(secret, hook, now))
    const [first, ...others] = told.filter((hookId) => hookId !== null)
    expect(others).toEqual([first])
    expect(JSON.parse(String(hooks[0]?.body))).toMatchObject({ id, status: 'succeeded' })
  })

  test('a version goes after a while, and its model after it', async () => {
    const trained = await train('leaver')
    const [, id = ''] = (trained.output?.version ?? '').split(':')
    const model = { owner: 'emulator', name: 'leaver', version: id }
    expect(await client.deleteModel(model, signal)).toBe(false)
    await command('clock', { seconds: 61 })
    expect(await client.deleteModel(model, signal)).toBe(true)
    expect(await client.deleteModel(model, signal)).toBe(true)
  })
})
