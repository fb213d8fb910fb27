import { expect } from 'expect'
import {
  createServer,
  request as call,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testEach } from '#tests/support/each.ts'
import { createPacking } from './packing.ts'

const PAGE = `<p>${'Würde · '.repeat(500)}</p>`
const HTML = { 'content-type': 'text/html; charset=utf-8', vary: 'rsc' }

let server: Server
let answer: RequestListener
const pack = createPacking()

before(async () => {
  server = createServer((request, response) => {
    pack(request, response)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
after(() => new Promise((resolve) => server.close(resolve)))

interface Answered {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

function ask(accepted: string, { method = 'GET', path = '/' } = {}): Promise<Answered> {
  const { port } = server.address() as AddressInfo // listens on a port
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': accepted }
    call({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, headers: answered, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** As Next answers a page that was made ahead. */
const whole =
  (text: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    for (const [name, value] of Object.entries({ ...HTML, ...headers })) response.setHeader(name, value)
    response.setHeader('content-length', Buffer.byteLength(text))
    response.end(text)
  }

/** What compresses behind Next's back adds it. */
const canFlush = (response: ServerResponse): response is ServerResponse & { flush: () => void } =>
  'flush' in response

/** As Next answers a page that is made for one visitor. */
const inParts =
  (parts: readonly string[]): RequestListener =>
  (_request, response) => {
    void (async () => {
      response.setHeader('content-type', 'text/html')
      response.flushHeaders()
      for (const part of parts) {
        response.write(part)
        if (canFlush(response)) response.flush()
        await nextTurn()
      }
      response.end()
    })()
  }

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

testEach(['br', 'gzip'] as const)('a page is packed in %s, the same from memory', async (coding) => {
  answer = whole(PAGE, { etag: '"page"' })
  for (let round = 0; round < 2; round += 1) {
    const { headers, body } = await ask(coding)
    expect(headers).toMatchObject({
      'content-encoding': coding,
      etag: 'W/"page"',
      vary: 'rsc, Accept-Encoding',
    })
    expect(unpack[coding](body).toString()).toBe(PAGE)
    expect(headers['content-length']).toBe(round === 0 ? undefined : String(body.length))
  }
})

test('who takes no coding gets the page as it is, each time', async () => {
  answer = whole(PAGE, { etag: '"page"' })
  for (let round = 0; round < 2; round += 1) {
    const { headers, body } = await ask('identity')
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers).toMatchObject({ etag: '"page"', vary: 'rsc, Accept-Encoding' })
    expect(headers['content-length']).toBe(String(Buffer.byteLength(PAGE)))
    expect(body.toString()).toBe(PAGE)
  }
})

test('a page that changed is another one, and so is one of another address', async () => {
  for (const [path, text, etag] of [
    ['/a', `${PAGE}1`, '"1"'],
    ['/a', `${PAGE}2`, '"2"'],
    ['/b', `${PAGE}3`, '"2"'],
  ] as const) {
    answer = whole(text, { etag })
    expect(brotliDecompressSync((await ask('br', { path })).body).toString()).toBe(text)
  }
})

test('what does not say what it is is packed anew', async () => {
  for (const text of [`${PAGE}first`, `${PAGE}second`]) {
    answer = whole(text)
    expect(brotliDecompressSync((await ask('br')).body).toString()).toBe(text)
  }
})

testEach([
  ['a short one', whole('<p>short</p>')],
  ['a picture', whole(PAGE, { 'content-type': 'image/jpeg' })],
  ['what is packed already', whole(PAGE, { 'content-encoding': 'zstd' })],
  ['what nobody may change', whole(PAGE, { 'cache-control': 'public, no-transform' })],
])('%s stays as it is', async (_what, listener) => {
  answer = listener
  const { headers, body } = await ask('br')
  expect(headers['content-encoding']).not.toBe('br')
  expect(headers['content-length']).toBe(String(body.length))
})

test('what comes in parts arrives in parts, packed', async () => {
  const parts = [PAGE, `${PAGE}2`, `${PAGE}3`]
  for (const coding of ['br', 'gzip'] as const) {
    answer = inParts(parts)
    const { headers, body } = await ask(coding)
    expect(headers['content-encoding']).toBe(coding)
    expect(unpack[coding](body).toString()).toBe(parts.join(''))
  }
})

testEach([
  ['without anything in it', ''],
  ['whose headers were given with its status', PAGE],
])('an answer %s stays as it is', async (_what, text) => {
  answer = (_request, response) => {
    if (text === '') response.setHeader('content-type', 'text/html').end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(text)
  }
  const { headers, body } = await ask('br')
  expect([headers['content-encoding'], body.toString()]).toEqual([undefined, text])
})

test('parts are packed when their headers were not sent before them', async () => {
  answer = (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.write(PAGE)
    response.end(PAGE)
  }
  const { headers, body } = await ask('gzip')
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(body).toString()).toBe(PAGE + PAGE)
})

test('a long answer in parts waits for a slow reader, and is whole', async () => {
  // Nothing in it gets smaller, so that it fills what stands between.
  const parts = Array.from({ length: 200 }, () =>
    Array.from({ length: 2_000 }, () => Math.random().toString(36)).join(''),
  )
  answer = inParts(parts)
  expect(brotliDecompressSync((await ask('br')).body).toString()).toBe(parts.join(''))
})

test('what is asked for again without having changed says what it varies with', async () => {
  answer = (_request, response) => {
    response.statusCode = 304
    response.end()
  }
  const { status, headers, body } = await ask('br')
  expect([status, headers.vary, body.length]).toEqual([304, 'Accept-Encoding', 0])
})

test('of a page that is only asked about nothing is packed', async () => {
  answer = whole(PAGE, { etag: '"page"' })
  const { headers, body } = await ask('br', { method: 'HEAD' })
  expect([headers['content-encoding'], body.length]).toEqual([undefined, 0])
})
