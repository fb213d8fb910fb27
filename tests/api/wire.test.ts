import { expect } from 'expect'
import { connect, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { createGateway } from '#lib/api/gateway.ts'
import { testEach } from '#tests/support/each.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { furtherCalls, furtherEndpoints } from './support/further-calls.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let anna: ReturnType<typeof signedIn>
let port: number
before(async () => {
  door = await openDoor(furtherCalls)
  anna = signedIn(door.app, 'anna')
  await door.app.listen({ host: '127.0.0.1', port: 0 })
  port = (door.app.server.address() as AddressInfo).port
})
after(() => door.close())

/** The whole answer to a request written by hand. */
function sendRaw(request: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body })
    })
  })
}

describe('unsupported methods', () => {
  testEach(['TRACE', 'QUERY', 'PROPFIND', 'PATCH', 'OPTIONS', 'SEARCH'])('%s', async (method) => {
    const ask = (path: string, more = '') =>
      sendRaw(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`)
    const known = await ask('/persons/get_all')
    expect(known.status).toBe(405)
    expect(known.head).toContain('allow: get')
    expect(ErrorBody.parse(JSON.parse(known.body)).error.code).toBe('method_not_allowed')
    const withBody = await ask('/persons/get_all', 'Content-Type: text/plain\r\nContent-Length: 0\r\n')
    expect(withBody.status).toBe(405)
    const unknown = await ask('/persons/nothing')
    expect(unknown.status).toBe(404)
    expect(ErrorBody.parse(JSON.parse(unknown.body)).error.code).toBe('route_not_found')
  })
})

describe('text', () => {
  const create = (name: string, more: object = {}) =>
    anna.post('/persons/create_new', { gender: 'female', consentVersion: CONSENT_VERSION, ...more, name })

  testEach([
    ['NUL', 'An\0na'],
    ['a bell', 'An\u0007na'],
    ['a next line', 'An\u0085na'],
    ['half a character', 'An\ud800na'],
    ['a line break', 'An\nna'],
    ['nothing visible', '\u200b\u2060\ufeff\u3164'],
    ['direction alone', '\u202e\u2066\u2069'],
    ['marks of direction alone', '\u200f\u200e\u061c'],
  ])('a name with %s is refused', async (_what, name) => {
    expect(errorOf(await create(name))).toEqual({ code: 'body_invalid', status: 400, parameter: 'name' })
  })

  testEach([
    ['محمد', 'محمد'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['नमस्ते', 'नमस्ते'],
    ['\u202eAnna\u202c ', 'Anna'],
    ['\u2068Jörg\u2069', 'Jörg'],
    ['7', '7'],
  ])('the name %j is taken as %j', async (given, kept) => {
    const answer = await create(given)
    expect(endpoints.createPerson.response.parse(answer.json()).name).toBe(kept)
  })

  test('NUL is refused anywhere', async () => {
    const personid = '3f0f2a3e-6b1b-4f0e-9d6e-0d3a1c6f7a10'
    const answers = [
      await anna.get(`/persons/get_one?personid=%00`),
      await anna.get(`/persons/bundles/all_possible?personid=${personid}&currency=EUR%00`),
      await create('Anna', { consentVersion: 'biometric\0-1' }),
      await create('Anna', { gender: { nested: ['\0'] } }),
      await door.app.inject({ url: '/echo/a%00b/1' }),
    ]
    const statuses = answers.map((answer) => errorOf(answer).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400])
  })
})

describe('parameters in the path', () => {
  testEach([
    ['/echo/SUMMER/3', { code: 'SUMMER', count: 3 }],
    ['/echo/a%2Fb%20%25/3/', { code: 'a/b %', count: 3 }],
  ])('%s', async (url, expected) => {
    const answer = await door.app.inject({ url })
    expect(answer.json()).toEqual(expected)
    expect(answer.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=600')
  })

  testEach([
    ['/echo/a/b', { code: 'parameter_invalid', status: 400, parameter: 'count' }],
    ['/echo/a', { code: 'route_not_found', status: 404 }],
    ['/echo/%zz/1', { code: 'route_not_found', status: 404 }],
    ['/echo/%ff/1', { code: 'route_not_found', status: 404 }],
  ])('%s is refused, and the refusal is not cached', async (url, expected) => {
    const answer = await door.app.inject({ url })
    expect(errorOf(answer)).toEqual(expected)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('are encoded again by the gateway', async () => {
    const gateway = createGateway({ backendUrl: `http://127.0.0.1:${port}`, table: furtherEndpoints })
    const pass = (path: string) => gateway(new Request(`http://site.test${path}`), path)
    const answer = await pass('/echo/a%2fb/3')
    expect(await answer.json()).toEqual({ code: 'a/b', count: 3 })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600')
    const refused = await pass('/echo/a/x')
    expect(refused.status).toBe(400)
    expect(refused.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a raw body', () => {
  const bytes = Buffer.from([0x7b, 0x20, 0xff, 0x00, 0x0d, 0x0a, 0x7d])
  const send = (payload: Buffer, headers: Record<string, string>) =>
    door.app.inject({ method: 'POST', url: '/echo/hook', payload, headers })

  testEach(['application/json', 'application/octet-stream', 'text/plain; charset=utf-8', undefined])(
    'of type %s comes as the bytes that were sent',
    async (type) => {
      const answer = await send(bytes, { 'stripe-signature': 't=1', ...(type && { 'content-type': type }) })
      expect(answer.json()).toEqual({ bytes: bytes.toString('hex'), signature: 't=1' })
    },
  )

  test('is limited in size, and not parsed', async () => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1' }
    expect(errorOf(await send(Buffer.alloc(101), headers)).code).toBe('body_too_large')
    expect(errorOf(await send(bytes, { 'content-type': 'application/json' })).code).toBe('signature_invalid')
    expect(errorOf(await send(Buffer.alloc(0), {})).code).toBe('body_invalid')
    // Elsewhere JSON is JSON as before.
    const elsewhere = await door.app.inject({ method: 'POST', url: '/persons/create_new', payload: bytes })
    expect(errorOf(elsewhere).code).toBe('token_missing')
  })

  test('passes the gateway unchanged, with the header it names', async () => {
    const gateway = createGateway({ backendUrl: `http://127.0.0.1:${port}`, table: furtherEndpoints })
    const headers = { 'stripe-signature': 't=2', 'content-type': 'application/json', cookie: 'a=b' }
    const request = new Request('http://site.test/echo/hook', { method: 'POST', body: bytes, headers })
    expect(await (await gateway(request, '/echo/hook')).json()).toEqual({
      bytes: bytes.toString('hex'),
      signature: 't=2',
    })
  })
})

describe('through the gateway', () => {
  const gatewayTo = (backendPort: number) => createGateway({ backendUrl: `http://127.0.0.1:${backendPort}` })
  const stream = (totalBytes: number, taken: { bytes: number; canceled: boolean }) =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (taken.bytes >= totalBytes) controller.close()
        else {
          taken.bytes += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(0x20))
        }
      },
      cancel() {
        taken.canceled = true
      },
    })
  const upload = (path: string, body: ReadableStream<Uint8Array>, headers: Record<string, string>) =>
    new Request(`http://site.test${path}`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const SIZE = 10 * 1024 * 1024

  testEach([{}, { 'content-length': String(SIZE) }])(
    '10 MB of JSON are too much, and are not read: %j',
    async (length) => {
      const taken = { bytes: 0, canceled: false }
      const headers: Record<string, string> = { ...length, 'content-type': 'application/json' }
      const request = upload('/persons/create_new', stream(SIZE, taken), headers)
      const answer = await gatewayTo(port)(request, '/persons/create_new')
      expect(answer.status).toBe(413)
      expect(ErrorBody.parse(await answer.json()).error.code).toBe('body_too_large')
      expect(taken.bytes).toBeLessThan(SIZE / 10)
      expect(taken.canceled).toBe(true)
    },
  )

  test('an upload refused before its end gets its reason', async () => {
    const taken = { bytes: 0, canceled: false }
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: 'nonsense' }
    const path = '/persons/upload_images'
    const answer = await gatewayTo(port)(upload(path, stream(SIZE, taken), headers), path)
    expect(answer.status).toBe(401)
    expect(ErrorBody.parse(await answer.json()).error.code).toBe('token_invalid')
  })

  testEach(['/%zz', '/persons/%zz', '/persons/get_all%ff'])('%s is no route', async (path) => {
    const answer = await gatewayTo(port)(new Request('http://site.test/'), path)
    expect(answer.status).toBe(404)
    expect(ErrorBody.parse(await answer.json()).error.code).toBe('route_not_found')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})
