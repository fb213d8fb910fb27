import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { expect } from 'expect'
import { z } from 'zod'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { addressesOf, createVendorCalls, LostAnswerError, VendorRefusal } from './vendor-calls.ts'

const { signal } = new AbortController()
const Job = z.object({ id: z.string() })

type Step =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** Takes the call, and never answers or breaks the connection. */
  | 'hang'
  | 'break'

const JOB = { status: 200, body: '{"id":"j1"}' }

/** A vendor that answers by a script, one step a call, and the calls and pauses it saw. */
async function vendor(t: TestContext, steps: Step[]) {
  const seen: { method: string; url: string; key: string | undefined; body: string }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const part of request) body += String(part)
    const key = request.headers.authorization
    seen.push({ method: request.method ?? '', url: request.url ?? '', key, body })
    const step = steps[seen.length - 1] ?? { status: 599 }
    if (step === 'break') response.destroy()
    if (typeof step === 'string') return
    response.writeHead(step.status, step.headers).end(step.body)
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pauses: number[] = []
  const calls = createVendorCalls({
    vendor: 'test',
    headers: { authorization: 'Bearer secret-key' },
    isOwn: addressesOf(base, ['vendor.example']),
    isDelivery: addressesOf(base, ['files.example']),
    timeoutMs: 300,
    pause: (ms) => {
      pauses.push(ms)
      return Promise.resolve()
    },
    random: () => 0,
  })
  return { calls, base, seen, pauses }
}

const GARBAGE = { status: 200, body: '<html>a gateway</html>' }
const ANOTHER_SHAPE = { status: 200, body: '{"ok":true}' }

describe('reads', () => {
  for (const steps of [
    [{ status: 408 }, { status: 429 }, JOB],
    [{ status: 429, headers: { 'retry-after': '0' } }, { status: 500 }, JOB],
    [{ status: 502 }, { status: 503 }, { status: 504 }, JOB],
    ['break', 'hang', JOB],
    [GARBAGE, ANOTHER_SHAPE, JOB],
  ] satisfies Step[][]) {
    test(`are repeated after ${JSON.stringify(steps.slice(0, -1))}`, async (t) => {
      const { calls, base, seen } = await vendor(t, steps)
      expect(await calls.read(`${base}/jobs/j1`, { schema: Job, signal })).toEqual({ id: 'j1' })
      expect(seen).toHaveLength(steps.length)
      expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['Bearer secret-key']))
    })
  }

  test('wait longer each time, or as long as the vendor asks in header, date or body', async (t) => {
    const backoff = await vendor(t, [{ status: 500 }, { status: 500 }, { status: 500 }, JOB])
    await backoff.calls.read(backoff.base, { schema: Job, signal })
    expect(backoff.pauses).toEqual([250, 500, 1000])

    const asked = await vendor(t, [
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503, headers: { 'retry-after': new Date(Date.now() + 25_000).toUTCString() } },
      { status: 429, body: '{"error":"rate","retry_after":3}' },
      JOB,
    ])
    await asked.calls.read(asked.base, { schema: Job, signal })
    expect(asked.pauses[0]).toBe(7000)
    expect(asked.pauses[1]).toBeGreaterThan(8000)
    expect(asked.pauses[1]).toBeLessThanOrEqual(25_000)
    expect(asked.pauses[2]).toBe(3000)
  })

  test('end as unavailable: after four attempts, and at once where the vendor asks for more than patience', async (t) => {
    const failing = await vendor(t, Array<Step>(9).fill({ status: 503 }))
    await expect(failing.calls.read(failing.base, { schema: Job, signal })).rejects.toThrow(UnavailableError)
    expect(failing.seen).toHaveLength(4)
    const busy = await vendor(t, [{ status: 429, headers: { 'retry-after': '3600' } }, JOB])
    await expect(busy.calls.read(busy.base, { schema: Job, signal })).rejects.toThrow(UnavailableError)
    expect(busy.seen).toHaveLength(1)
  })

  test('a refusal throws at once with its status; a refused key is the operator’s to mend', async (t) => {
    for (const status of [400, 404, 409, 422]) {
      const { calls, base, seen } = await vendor(t, [{ status, body: '{"detail":"no"}' }, JOB])
      const error: unknown = await calls
        .read(base, { schema: Job, signal })
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(VendorRefusal)
      expect(error).toMatchObject({ status, body: { detail: 'no' } })
      expect(seen).toHaveLength(1)
    }
    for (const status of [401, 402, 403]) {
      const { calls, base } = await vendor(t, [{ status }])
      await expect(calls.read(base, { schema: Job, signal })).rejects.toThrow(UnavailableError)
    }
  })

  test('a failure that is the answer itself is not repeated', async (t) => {
    const { calls, base } = await vendor(t, [{ status: 504, headers: { 'x-kind': 'user' } }, JOB])
    const read = calls.read(base, { schema: Job, signal, isFinal: ({ headers }) => headers.has('x-kind') })
    await expect(read).rejects.toThrow(VendorRefusal)
  })

  test('end with the reason of their signal', async (t) => {
    const { calls, base } = await vendor(t, ['hang'])
    const ending = new AbortController()
    const read = calls.read(base, { schema: Job, signal: ending.signal })
    ending.abort(new Error('the worker stops'))
    await expect(read).rejects.toThrow('the worker stops')
  })
})

describe('orders', () => {
  const order = { schema: Job, body: { input: 1 }, signal }

  for (const step of [
    'break',
    'hang',
    GARBAGE,
    ANOTHER_SHAPE,
    { status: 408 },
    { status: 500 },
    { status: 502 },
    { status: 504 },
  ] satisfies Step[]) {
    test(`an answer lost by ${JSON.stringify(step)} throws LostAnswerError, and the order is not sent again`, async (t) => {
      const { calls, base, seen } = await vendor(t, [step, JOB])
      await expect(calls.create(`${base}/jobs`, order)).rejects.toThrow(LostAnswerError)
      expect(seen).toHaveLength(1)
    })
  }

  test('an order that surely was not taken is unavailable, and not sent again either', async (t) => {
    for (const status of [401, 402, 403, 429]) {
      const { calls, base, seen } = await vendor(t, [{ status, headers: { 'retry-after': '1' } }, JOB])
      await expect(calls.create(base, order)).rejects.toThrow(UnavailableError)
      expect(seen).toHaveLength(1)
    }
    const { calls, base } = await vendor(t, [])
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const nowhere = createVendorCalls({
      vendor: 'test',
      headers: {},
      isOwn: () => true,
      isDelivery: () => false,
    })
    await expect(nowhere.create(`http://127.0.0.1:${port}`, order)).rejects.toThrow(UnavailableError)
    await expect(
      calls.create(base, { ...order, signal: AbortSignal.abort(new Error('over')) }),
    ).rejects.toThrow('over')
  })

  test('an order is sent as JSON, and refused with what the vendor says', async (t) => {
    const { calls, base, seen } = await vendor(t, [
      { status: 201, body: '{"id":"j2"}' },
      { status: 422, body: '{"detail":[]}' },
    ])
    expect(await calls.create(`${base}/jobs`, order)).toEqual({ id: 'j2' })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/jobs', body: '{"input":1}' })
    await expect(calls.create(base, order)).rejects.toMatchObject({ status: 422, body: { detail: [] } })
  })
})

describe('addresses', () => {
  test('the key goes to the vendor’s own addresses alone, and to no redirect', async (t) => {
    const elsewhere = await vendor(t, [JOB])
    const { calls, base } = await vendor(t, [{ status: 302, headers: { location: elsewhere.base } }])
    for (const address of [
      elsewhere.base,
      'http://vendor.example/',
      'https://vendor.example.evil/',
      'nowhere',
    ]) {
      await expect(calls.read(address, { schema: Job, signal })).rejects.toThrow('not its own')
      await expect(calls.create(address, { schema: Job, body: {}, signal })).rejects.toThrow('not its own')
      await expect(calls.download(address, { maxBytes: 9, signal })).rejects.toThrow('not its own')
    }
    await expect(calls.read(base, { schema: Job, signal })).rejects.toThrow(VendorRefusal)
    expect(elsewhere.seen).toEqual([])
    const isOwn = addressesOf('https://queue.fal.run', ['fal.run'])
    expect(isOwn(new URL('https://rest.fal.run/x'))).toBe(true)
    expect(isOwn(new URL('https://user@queue.fal.run/x'))).toBe(false)
    expect(isOwn(new URL('https://notfal.run/x'))).toBe(false)
  })
})

describe('results', () => {
  const read = async (stream: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = []
    for await (const part of stream) parts.push(part)
    return Buffer.concat(parts).toString()
  }

  test('are fetched without the key, within their size', async (t) => {
    const { calls, base, seen } = await vendor(t, [JOB, JOB, { status: 404 }, { status: 503 }])
    expect(await read(await calls.download(base, { maxBytes: 11, signal }))).toBe(JOB.body)
    await expect(calls.download(base, { maxBytes: 10, signal }).then(read)).rejects.toThrow(
      'more than 10 bytes',
    )
    await expect(calls.download(base, { maxBytes: 9, signal })).rejects.toThrow(VendorRefusal)
    await expect(calls.download(base, { maxBytes: 9, signal })).rejects.toThrow(UnavailableError)
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([undefined]))
  })
})
