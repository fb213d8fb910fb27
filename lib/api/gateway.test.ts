import { expect } from 'expect'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { ErrorBody } from '#contract/errors.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { testEach } from '#tests/support/each.ts'
import { createGateway } from './gateway.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let received: Received[] = []

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      const body = '{"ok":true}'
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': body.length,
        'set-cookie': 'a=b',
        'x-powered-by': 'x',
      })
      response.end(body)
    })
  })
  await listen(server)
})

after(() => new Promise((resolve) => server.close(resolve)))

async function listen(listener: Server): Promise<string> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** With what `fetch` wants beside a stream. */
type Init = RequestInit & { duplex?: 'half' }

const newRequestId = () => 'generated-id'
const open = (backendUrl: string) => createGateway({ backendUrl, newRequestId })
const asked = (init: Init = {}, search = '') => new Request(`http://site.test/${search}`, init)

describe('the gateway', () => {
  let gateway: ReturnType<typeof open>
  before(() => {
    gateway = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })

  async function pass(path: string, init: Init = {}) {
    received = []
    const [pathname = '', query] = path.split('?')
    const response = await gateway(asked(init, query === undefined ? '' : `?${query}`), pathname)
    return { response, upstream: received[0] }
  }

  testEach([
    ['GET', '/persons/get_all'],
    ['GET', '/persons/training/status'],
  ])('hands on %s %s', async (method, path) => {
    const { response, upstream } = await pass(`${path}?personid=1`, { method })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ ok: true })
    expect(upstream).toMatchObject({ method, url: `${path}?personid=1` })
  })

  test('forwards the token and who the client is, and never a cookie', async () => {
    const headers = {
      authorization: 'raw-token',
      cookie: 'session=secret',
      'x-forwarded-for': '1.2.3.4',
      [CLIENT_ADDRESS_HEADER]: '5.6.7.8',
      [GATEWAY_SECRET_HEADER]: 'proof',
      accept: 'application/json',
      'accept-language': 'de-CH',
    }
    const { upstream } = await pass('/persons/get_all', { headers })
    expect(upstream?.headers.authorization).toBe('raw-token')
    expect(upstream?.headers.accept).toBe('application/json')
    expect(upstream?.headers['accept-language']).toBe('de-CH')
    expect(upstream?.headers.cookie).toBeUndefined()
    expect(upstream?.headers['x-forwarded-for']).toBeUndefined()
    expect(upstream?.headers[CLIENT_ADDRESS_HEADER]).toBe('5.6.7.8')
    expect(upstream?.headers[GATEWAY_SECRET_HEADER]).toBe('proof')
  })

  test('returns no cookie and nothing to be kept', async () => {
    const { response } = await pass('/persons/get_all')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('streams a body with its length', async () => {
    const body = JSON.stringify({ name: 'Mara', gender: 'female' })
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const { upstream } = await pass('/persons/create_new', { method: 'POST', body, headers })
    expect(upstream?.body).toBe(body)
    expect(upstream?.headers['content-length']).toBe(String(body.length))
    expect(upstream?.headers['transfer-encoding']).toBeUndefined()
  })

  testEach([
    ['given-request-id', 'given-request-id'],
    ['bad id\twith spaces', 'generated-id'],
  ])('gives the request %j the id %s', async (given, expected) => {
    const { upstream } = await pass('/persons/get_all', { headers: { 'x-request-id': given } })
    expect(upstream?.headers['x-request-id']).toBe(expected)
  })

  testEach([
    ['GET', '/persons/delete_everything', 404, 'route_not_found'],
    ['GET', '/persons/../internal', 404, 'route_not_found'],
    ['GET', '//evil.example/persons/get_all', 404, 'route_not_found'],
    ['DELETE', '/persons/get_all', 405, 'method_not_allowed'],
    ['POST', '/persons/get_all', 405, 'method_not_allowed'],
  ])('keeps %s %s outside', async (method, path, status, code) => {
    const { response, upstream } = await pass(path, { method })
    expect(response.status).toBe(status)
    expect(ErrorBody.parse(await response.json()).error).toEqual({ code, requestId: 'generated-id' })
    expect(upstream).toBeUndefined()
  })

  test('refuses a body that is too long before any of it is sent, its length said or not', async () => {
    const body = `"${'x'.repeat(JSON_MAX_BYTES)}"`
    const headers = { 'content-type': 'application/json' }
    const said = await pass('/persons/create_new', { method: 'POST', body, headers })
    expect(said.response.status).toBe(413)
    expect(ErrorBody.parse(await said.response.json()).error.code).toBe('body_too_large')
    const stream = new Blob([body]).stream()
    const unsaid = await pass('/persons/create_new', {
      method: 'POST',
      body: stream,
      headers,
      duplex: 'half',
    })
    expect(unsaid.response.status).toBe(413)
    expect(received).toEqual([])
  })

  test('answers 503 `unavailable` when no process listens there', async () => {
    const response = await open('http://127.0.0.1:1')(asked(), '/persons/get_all')
    expect(response.status).toBe(503)
    expect(ErrorBody.parse(await response.json()).error.code).toBe('unavailable')
  })

  test('says unavailable when the backend breaks off, and is whole again when it is back', async () => {
    let isBroken = true
    const moody = createServer((request, response) => {
      if (isBroken) request.socket.destroy()
      else response.end('{}')
    })
    const behind = open(await listen(moody))
    expect((await behind(asked(), '/persons/get_all')).status).toBe(503)
    isBroken = false
    expect((await behind(asked(), '/persons/get_all')).status).toBe(200)
    await new Promise((resolve) => {
      moody.close(resolve)
      moody.closeAllConnections()
    })
  })

  test('a caller who goes away leaves nothing open at the backend', async () => {
    const events = new EventEmitter()
    const slow = createServer((_request, response) => {
      response.once('close', () => events.emit('left'))
      events.emit('arrived')
    })
    const [arrived, left] = [once(events, 'arrived'), once(events, 'left')]
    const leave = new AbortController()
    const answer = open(await listen(slow))(asked({ signal: leave.signal }), '/persons/get_all')
    await arrived
    leave.abort()
    await Promise.all([answer, left])
    await new Promise((resolve) => {
      slow.close(resolve)
      slow.closeAllConnections()
    })
  })
})

describe('a call that takes too long ends with a time-out', () => {
  const MINUTE_MS = 60_000
  /** A backend that takes the call and never answers. */
  const hangs: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('left')), { once: true })
    })
  const isolated = createGateway({ backendUrl: 'http://backend.test', fetch: hangs, newRequestId })
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  async function codeAfterAMinute(body: ReadableStream, whenAsked: () => void = () => undefined) {
    const answer = isolated(asked({ method: 'POST', body, duplex: 'half' }), '/persons/create_new')
    whenAsked()
    await new Promise((resolve) => setImmediate(resolve))
    mock.timers.tick(MINUTE_MS)
    const response = await answer
    expect(response.status).toBe(504)
    return ErrorBody.parse(await response.json()).error.code
  }

  test('when the backend hangs after a body that came slowly', async () => {
    const { readable, writable } = new TransformStream<Uint8Array>()
    const code = codeAfterAMinute(readable, () => {
      const writer = writable.getWriter()
      void writer.write(new TextEncoder().encode('{}')).then(() => writer.close())
    })
    expect(await code).toBe('timeout')
  })

  test('when the body never ends', async () => {
    const { readable } = new TransformStream<Uint8Array>()
    expect(await codeAfterAMinute(readable)).toBe('timeout')
  })
})
