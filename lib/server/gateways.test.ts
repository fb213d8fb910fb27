import { expect } from 'expect'
import { EventEmitter, once } from 'node:events'
import { Agent, createServer, request as send, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { ErrorBody } from '#contract/errors.ts'
import { JSON_MAX_BYTES } from '#contract/limits.ts'
import { createGateway } from '#lib/api/gateway.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { createNodeGateway } from './gateway.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** What the backend answers with besides what is asserted everywhere. */
const LONG = { items: Array.from({ length: 200 }, (_none, n) => `item ${n}`) }

let server: Server
let received: Received[] = []
let isLong = false

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      const body = isLong ? JSON.stringify(LONG) : '{"ok":true}'
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
type Pass = (path: string, search: string, init: Init) => Promise<Response>
interface Opened {
  pass: Pass
  close: () => Promise<void>
}

const newRequestId = () => 'generated-id'

/** Both ways a call reaches the backend: a route handler's, and the site's own server's. */
const GATEWAYS: readonly [string, (backendUrl: string) => Promise<Opened>][] = [
  [
    'of the route handler',
    (backendUrl) => {
      const gateway = createGateway({ backendUrl, newRequestId })
      const pass: Pass = (path, search, init) =>
        gateway(new Request(`http://site.test/${search}`, init), path)
      return Promise.resolve({ pass, close: () => Promise.resolve() })
    },
  ],
  [
    "of the site's server",
    async (backendUrl) => {
      const gateway = createNodeGateway({ backendUrl, newRequestId })
      let asked = ''
      const site = createServer((request, response) => {
        void gateway(request, response, {
          path: asked,
          search: URL.parse(request.url ?? '', 'http://x')?.search ?? '',
        })
      })
      const url = await listen(site)
      const pass: Pass = (path, search, init) => {
        asked = path
        return fetch(`${url}/${search}`, init)
      }
      const close = () =>
        new Promise<void>((resolve) => {
          site.close(() => resolve())
          site.closeAllConnections()
        })
      return { pass, close }
    },
  ],
]

describeEach(GATEWAYS)('the gateway %s', (_name, open) => {
  let opened: Opened
  before(async () => {
    opened = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  after(() => opened.close())

  async function pass(path: string, init: Init = {}) {
    received = []
    const [pathname = '', query] = path.split('?')
    const response = await opened.pass(pathname, query === undefined ? '' : `?${query}`, init)
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

  test('says unavailable when nobody answers', async () => {
    const alone = await open('http://127.0.0.1:1')
    const response = await alone.pass('/persons/get_all', '', {})
    expect(response.status).toBe(503)
    expect(ErrorBody.parse(await response.json()).error.code).toBe('unavailable')
    await alone.close()
  })

  test('says unavailable when the backend breaks off, and is whole again when it is back', async () => {
    let isBroken = true
    const moody = createServer((request, response) => {
      if (isBroken) request.socket.destroy()
      else response.end('{}')
    })
    const behind = await open(await listen(moody))
    expect((await behind.pass('/persons/get_all', '', {})).status).toBe(503)
    isBroken = false
    expect((await behind.pass('/persons/get_all', '', {})).status).toBe(200)
    await behind.close()
    await new Promise((resolve) => {
      moody.close(resolve)
      moody.closeAllConnections()
    })
  })
})

describe("the gateway of the site's server", () => {
  const [, [, open]] = GATEWAYS as [unknown, (typeof GATEWAYS)[number]]

  testEach([
    ['a long answer for who takes both', true, 'gzip, br', 'br'],
    ['a long answer for who takes gzip', true, 'gzip', 'gzip'],
    ['a long answer for who refuses them', true, 'gzip;q=0, br;q=0', null],
    ['a short answer', false, 'gzip', null],
  ])('%s', async (_what, long, accepted, coding) => {
    isLong = long
    const { pass, close } = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      const response = await pass('/persons/get_all', '', { headers: { 'accept-encoding': accepted } })
      expect(response.headers.get('content-encoding')).toBe(coding)
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(await response.json()).toEqual(long ? LONG : { ok: true })
    } finally {
      await close()
      isLong = false
    }
  })

  test('an upload that finds the backend away does not stand before the next call of its connection', async () => {
    const ended = createServer()
    const gateway = createNodeGateway({ backendUrl: await listen(ended), newRequestId })
    await new Promise((resolve) => ended.close(resolve))
    const site = createServer((request, response) => {
      void gateway(request, response, { path: request.url ?? '', search: '' })
    })
    const url = await listen(site)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string, body = Buffer.alloc(0)) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-length': body.length, 'content-type': 'multipart/form-data; boundary=x' }
        const sent = send(url + path, { agent, method, headers: body.length > 0 ? headers : {} }, (answer) =>
          answer.resume().once('end', () => resolve(answer.statusCode)),
        )
        sent.once('error', reject).end(body)
      })
    const file = Buffer.alloc(8 * 1024 * 1024)
    const answers = await Promise.all([
      ask('POST', '/persons/upload_images', file),
      ask('GET', '/persons/get_all'),
    ])
    expect(answers).toEqual([503, 503])
    agent.destroy()
    await new Promise((resolve) => site.close(resolve))
  })

  test('a caller who goes away leaves nothing open at the backend', async () => {
    const events = new EventEmitter()
    const slow = createServer((_request, response) => {
      response.once('close', () => events.emit('left'))
      events.emit('arrived')
    })
    const [arrived, left] = [once(events, 'arrived'), once(events, 'left')]
    const { pass, close } = await open(await listen(slow))
    const leave = new AbortController()
    const asked = pass('/persons/get_all', '', { signal: leave.signal })
    await arrived
    leave.abort()
    await expect(asked).rejects.toThrow()
    await left
    await close()
    await new Promise((resolve) => slow.close(resolve))
  })
})
