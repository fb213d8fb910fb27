import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import sharp from 'sharp'
import { LostAnswerError, VendorRefusal } from '#backend/providers/engine/vendor-calls.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { bfl } from '#emulators/bfl/protocol.ts'
import { createPlainPainter } from '#emulators/engine-core/painter.ts'
import { startEmulator, type Emulator } from '#emulators/engine-core/server.ts'
import { createBflClient, type BflClient } from './bfl-client.ts'

const { signal } = new AbortController()
const pause = () => Promise.resolve()

describe("Black Forest Labs' client, against its emulator", () => {
  let emulator: Emulator
  let client: BflClient
  let reference: Uint8Array

  const command = async (path: string, body: unknown) => {
    const response = await fetch(`${emulator.url}/_emulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
  }
  const submit = (change: { references?: number; width?: number; height?: number; model?: string } = {}) => {
    const { references = 2, width = 1024, height = 1280, model = 'flux-2-klein-4b' } = change
    const pictures = Array<Uint8Array>(references).fill(reference)
    const order = { model, prompt: 'a portrait', references: pictures, width, height, seed: 1, hook: null }
    return client.submit(order, signal)
  }
  const ended = async (pollingUrl: string) => {
    for (;;) {
      const result = await client.result(pollingUrl, signal)
      if (result.status !== 'Pending') return result
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  before(async () => {
    emulator = await startEmulator(bfl, { port: 0, key: 'bfl-key', painter: createPlainPainter() })
    client = createBflClient({ baseUrl: emulator.url, key: 'bfl-key' }, { pause })
    const area = sharp({ create: { width: 640, height: 640, channels: 3, background: '#8899aa' } })
    reference = new Uint8Array(await area.jpeg().toBuffer())
  })
  after(() => emulator.close())

  test('a picture is there for ten minutes at the address that its result names', async () => {
    const { sample = '' } = (await ended((await submit()).pollingUrl)).result ?? {}
    await client.download(sample, { maxBytes: 1e6, signal })
    await command('clock', { seconds: 600 })
    await expect(client.download(sample, { maxBytes: 1e6, signal })).rejects.toMatchObject({ status: 404 })
  })

  test('sides are multiples of 16 within 4 MP, references as many as the model takes', async () => {
    for (const wrong of [
      { width: 1000 },
      { height: 48 },
      { width: 2048, height: 2048 },
      { references: 5 },
      { model: 'no-such-model' },
    ]) {
      await expect(submit(wrong)).rejects.toThrow(VendorRefusal)
    }
    await submit({ references: 8, model: 'flux-2-pro' })
  })

  test('the address of another host is never asked with the key', async () => {
    await expect(client.result('https://bfl.example/v1/get_result?id=1', signal)).rejects.toThrow(
      'not its own',
    )
  })

  test('moderated, failed and unknown jobs each have a status of their own', async () => {
    await command('jobs', { fault: 'refused' })
    expect((await ended((await submit()).pollingUrl)).status).toBe('Content Moderated')
    await command('jobs', { fault: 'failed' })
    expect((await ended((await submit()).pollingUrl)).status).toBe('Error')
    expect(await client.result(client.pollingUrlOf('nothing'), signal)).toEqual({ status: 'Task not found' })
  })

  test('an order is sent once, and one that was not taken is unavailable', async () => {
    for (const fault of ['lost', 'garbage']) {
      await command('calls', { fault })
      await expect(submit()).rejects.toThrow(LostAnswerError)
    }
    await command('calls', { fault: 'status', status: 429, retryAfterSeconds: 5 })
    await expect(submit()).rejects.toThrow(UnavailableError)
    const stranger = createBflClient({ baseUrl: emulator.url, key: 'other' }, { pause })
    const order = {
      model: 'flux-2-klein-4b',
      prompt: 'x',
      references: [],
      width: 64,
      height: 64,
      seed: 1,
      hook: null,
    }
    await expect(stranger.submit(order, signal)).rejects.toThrow(UnavailableError)
  })
})
