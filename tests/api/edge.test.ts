import { EventEmitter, once } from 'node:events'
import { createServer, request as send, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { expect } from 'expect'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { CLIENT_ADDRESS_HEADER, GATEWAY_PREFIX, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { HOOK_MAX_BYTES, JSON_MAX_BYTES } from '#contract/limits.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { parametersOf } from '#contract/path.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#lib/content-policy/policy.ts'
import { testEach } from '#tests/support/each.ts'
import { findNginx, startEdge, type Edge } from '#tests/support/edge.ts'

const GATEWAY_SECRET = 'what-edge-and-api-know-each-other-by'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  /** Sent in pieces and without a length, unless the headers say one. */
  body?: Buffer
}

/** The address is sent as it is written. */
function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    if (body !== undefined) request.write(body)
    request.end()
  })
}

interface Scripted {
  url: string
  /** What it was asked, as it came. */
  asked: { url: string; headers: IncomingHttpHeaders; sizeBytes: number }[]
  /** `first` when the first part of a body has come. */
  events: EventEmitter
  answer: RequestListener
  close(): void
}

async function startScripted(): Promise<Scripted> {
  const scripted: Scripted = {
    url: '',
    asked: [],
    events: new EventEmitter(),
    answer: (_request, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}'),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    const asked = { url, headers, sizeBytes: 0 }
    request.once('data', () => scripted.events.emit('first'))
    request.on('data', (chunk: Buffer) => (asked.sizeBytes += chunk.length))
    request.on('end', () => {
      scripted.asked.push(asked)
      scripted.answer(request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scripted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return scripted
}

const codeOf = ({ body }: Answer) => ErrorBody.parse(JSON.parse(body.toString())).error.code
const onCalls = (path: string) => GATEWAY_PREFIX + path

if (findNginx() === undefined) console.log('Left out: tests/api/edge.test.ts; nginx is not installed.')
else {
  let site: Scripted
  let api: Scripted
  let edge: Edge
  const standard: RequestListener = (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  before(async () => {
    site = await startScripted()
    api = await startScripted()
    edge = await startEdge(site.url, { apiUrl: api.url, gatewaySecret: GATEWAY_SECRET })
  })
  beforeEach(() => {
    site.asked.length = 0
    api.asked.length = 0
    api.answer = standard
  })
  after(async () => {
    site.close()
    api.close()
    await edge.stop()
  })

  describe('a call', () => {
    test('goes to the API letter by letter, with who asks as the edge knows it, and nothing else of the client', async () => {
      const path = '/discount/validate/a%2Fb%20c?currency=EUR&x=%2e%2E'
      const { status, body } = await ask(edge.url, onCalls(path), {
        headers: {
          authorization: 'raw-token',
          cookie: 'session=secret',
          referer: 'https://site.example/de/share/secret',
          accept: 'application/json',
          'accept-language': 'de-CH',
          'idempotency-key': 'given-key-1',
          'x-request-id': 'given-request-id',
          'x-forwarded-for': '203.0.113.9',
          [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
          [GATEWAY_SECRET_HEADER]: 'guessed',
        },
      })
      expect([status, body.toString()]).toEqual([200, '{"ok":true}'])
      expect(site.asked).toEqual([])
      const [{ url, headers } = { url: '', headers: {} }] = api.asked
      expect(url).toBe(path)
      expect(headers).toEqual({
        host: new URL(edge.url).host,
        authorization: 'raw-token',
        accept: 'application/json',
        'accept-language': 'de-CH',
        'idempotency-key': 'given-key-1',
        'x-request-id': 'given-request-id',
        [CLIENT_ADDRESS_HEADER]: '127.0.0.1',
        [GATEWAY_SECRET_HEADER]: GATEWAY_SECRET,
      })
    })

    test('of an operator goes to the API too, which hears that it came by the edge', async () => {
      const { path } = operatorEndpoints.operatorFind
      const asked = { method: 'POST', body: Buffer.from('{"text":"a"}') }
      expect((await ask(edge.url, onCalls(path), asked)).status).toBe(200)
      expect(api.asked).toMatchObject([{ url: path, headers: { [GATEWAY_SECRET_HEADER]: GATEWAY_SECRET } }])
    })

    test('is answered with the headers of the gateway, each once, and no cookie', async () => {
      api.answer = (_request, response) =>
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
            'set-cookie': 'a=b',
          })
          .end('{}')
      const { headers } = await ask(edge.url, onCalls('/persons/get_all'))
      const expected = {
        ...SECURITY_HEADERS,
        'Content-Security-Policy': DATA_POLICY,
        'Cache-Control': 'no-store',
      }
      for (const [name, value] of Object.entries(expected)) expect(headers[name.toLowerCase()]).toBe(value)
      expect(headers['set-cookie']).toBeUndefined()
    })

    test('is compressed where its answer is long', async () => {
      const long = JSON.stringify(Array.from({ length: 500 }, (_none, n) => `item ${n}`))
      api.answer = (_request, response) => response.setHeader('content-type', 'application/json').end(long)
      const { headers, body } = await ask(edge.url, onCalls('/persons/get_all'), {
        headers: { 'accept-encoding': 'br, gzip' },
      })
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(body).toString()).toBe(long)
      expect((await ask(edge.url, onCalls('/persons/get_all'))).body.toString()).toBe(long)
    })

    test('with selfies passes while it is sent', async () => {
      const uploads = Object.values(endpoints).flatMap(({ path, aliases, ...definition }) =>
        'files' in definition ? [path, ...aliases] : [],
      )
      expect(uploads.length).toBeGreaterThan(2)
      for (const path of uploads) {
        const { hostname, port } = new URL(edge.url)
        const upload = send({ hostname, port, path: onCalls(path), method: 'POST', agent: false })
        const answered = once(upload, 'response')
        const begun = once(api.events, 'first')
        upload.write(Buffer.alloc(2 * JSON_MAX_BYTES))
        // The rest is sent only when the API has some of it.
        await begun
        upload.end(Buffer.alloc(JSON_MAX_BYTES))
        await answered
        expect(api.asked.pop()).toMatchObject({ url: path, sizeBytes: 3 * JSON_MAX_BYTES })
      }
    })
  })

  describe('what is refused', () => {
    const tooLong = Buffer.alloc(JSON_MAX_BYTES + 1, '"')
    const chunked = { 'transfer-encoding': 'chunked' }

    testEach<[string, string, Asked, number, string]>([
      [
        'a body that says it is too long',
        '/persons/create_new',
        { body: tooLong, headers: { 'content-length': String(tooLong.length) } },
        413,
        'body_too_large',
      ],
      [
        'a body that is too long and says no length',
        '/persons/create_new',
        { body: tooLong, headers: chunked },
        413,
        'body_too_large',
      ],
      [
        '10 MB of JSON',
        '/persons/create_new',
        { body: Buffer.alloc(10_000_000), headers: chunked },
        413,
        'body_too_large',
      ],
      ['a stored file', '/storage/selfies/1', {}, 404, 'route_not_found'],
      ['figures for operators', '/metrics', {}, 404, 'route_not_found'],
      ['the same in other letters', '/%6detrics', {}, 404, 'route_not_found'],
      ['the same by a detour', '/persons/../metrics', {}, 404, 'route_not_found'],
      ['health', '/health/ready', {}, 404, 'route_not_found'],
      ['the page of the calls', '/docs', {}, 404, 'route_not_found'],
      ['their document', '/openapi.json', {}, 404, 'route_not_found'],
    ])('%s never reaches the API', async (_what, path, asked, status, code) => {
      const method = asked.body === undefined ? 'GET' : 'POST'
      const answer = await ask(edge.url, onCalls(path), { ...asked, method })
      expect([answer.status, codeOf(answer)]).toEqual([status, code])
      expect(answer.headers['content-security-policy']).toBe(DATA_POLICY)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect([api.asked, site.asked]).toEqual([[], []])
    })

    testEach([
      ['TRACE', '/de', 405],
      ['TRACE', onCalls('/persons/get_all'), 405],
      ['GET', '/de/%zz', 400],
      ['GET', onCalls('/%zz'), 400],
      ['GET', onCalls('/a%00b'), 400],
    ])('%s %s', async (method, path, status) => {
      expect((await ask(edge.url, path, { method })).status).toBe(status)
      expect([api.asked, site.asked]).toEqual([[], []])
    })

    test('a body that is longer than any hook', async () => {
      const body = Buffer.alloc(HOOK_MAX_BYTES + 1)
      expect((await ask(edge.url, '/stripe/webhooks', { method: 'POST', body })).status).toBe(413)
      expect(site.asked).toEqual([])
    })
  })

  test('an API that is away is unavailable', async () => {
    const alone = await startEdge(site.url)
    try {
      const answer = await ask(alone.url, onCalls('/persons/get_all'))
      expect([answer.status, codeOf(answer)]).toEqual([503, 'unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await alone.stop()
    }
  })

  test('the site asks whichever API answers, and what it says of the client arrives', async () => {
    const two = await startEdge(site.url, { apiUrl: ['http://127.0.0.1:9', api.url] })
    try {
      const headers = { [CLIENT_ADDRESS_HEADER]: '203.0.113.9', [GATEWAY_SECRET_HEADER]: 'of-the-site' }
      for (let call = 0; call < 4; call++) {
        const body = Buffer.alloc(2 * JSON_MAX_BYTES)
        const answer = await ask(two.innerUrl, '/persons/upload_images?personid=a%2Fb', {
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.length) },
          body,
        })
        expect(answer.status).toBe(200)
      }
      expect(api.asked).toHaveLength(4)
      for (const asked of api.asked) {
        expect(asked).toMatchObject({ url: '/persons/upload_images?personid=a%2Fb', headers })
        expect(asked.sizeBytes).toBe(2 * JSON_MAX_BYTES)
      }
    } finally {
      await two.stop()
    }
  })

  test('the site hears who asks from the edge alone', async () => {
    await ask(edge.url, '/api/session', {
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'elsewhere.example',
        [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
        [GATEWAY_SECRET_HEADER]: 'guessed',
        authorization: 'raw-token',
      },
    })
    const headers: IncomingHttpHeaders = site.asked[0]?.headers ?? {}
    expect(headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1')
    expect(headers.authorization).toBe('raw-token')
    expect(headers.host).toBe(new URL(edge.url).host)
    for (const name of [CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER, 'x-forwarded-host'])
      expect(headers[name]).toBeUndefined()
  })

  describe('logs', () => {
    /** As the contract has its tokens: 128 bits in letters of base64url. */
    const SECRET = 'mUQ3-x7Zk_a9TqL0vB2nWd'
    const filled = (path: string) =>
      parametersOf(path).reduce((text, name) => text.replace(`{${name}}`, SECRET), path)
    const ofCalls = Object.values(endpoints)
      .flatMap(({ path, aliases }) => [path, ...aliases])
      .map((path) => `${onCalls(filled(path))}?token=${SECRET}&sharable_key=${SECRET}`)
    const ofPages = [
      `/de/share/${SECRET}`,
      `/share/${SECRET}`,
      `//de/share/${SECRET}`,
      `/de/%73hare/${SECRET}`,
      `/de/./share/${SECRET}`,
      `/fr/upload/${SECRET}`,
      `/it/image/${SECRET}/card`,
      `/it/image/abcdefgh_ijklmnop_qrst`,
      `/en/auth/action?mode=resetPassword&oobCode=${SECRET}`,
      `/de/legal/withdrawal?token=${SECRET}`,
      `/es/headshots-near-me/confirm?token=${SECRET}`,
      `/__/auth/handler?code=${SECRET}`,
      `/${SECRET}`,
    ]

    test('no log holds a secret of a path, a query or a header, with the API away too', async () => {
      const away = await startEdge('http://127.0.0.1:9')
      const headers = { referer: `https://site.example/de/share/${SECRET}`, authorization: SECRET }
      try {
        for (const { url } of [edge, away])
          for (const path of [...ofPages, ...ofCalls]) {
            await ask(url, path, { headers })
            await ask(url, path, { headers, method: 'POST', body: Buffer.alloc(HOOK_MAX_BYTES + 1) })
          }
        await sendBroken(edge.url, `GET /de/share/${SECRET} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`)
        await sendBroken(edge.url, `GET /de/share/${SECRET} HTTP/9.9\r\n\r\n`)
        await sendBroken(edge.url, `/de/share/${SECRET}\r\n\r\n`)
        const logs = (await edge.logged()) + (await away.logged())
        expect(logs).toContain('"path":"/de/share/-"')
        expect(logs).toContain('"path":"/api/backend/persons/get_all"')
        expect(logs).not.toContain(SECRET)
        expect(logs).not.toContain('abcdefgh_ijklmnop_qrst')
      } finally {
        await away.stop()
      }
    })
  })
}

/** Until the server closes the connection. */
function sendBroken(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(text))
    socket.resume()
    socket.once('close', () => resolve()).once('error', reject)
  })
}
