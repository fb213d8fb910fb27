import { once } from 'node:events'
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { testEach } from '#tests/support/each.ts'
import { normalizeRequests } from './normalize-requests.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
}

let server: Server
let status = 200
let cacheControl: string | undefined

before(async () => {
  normalizeRequests({ trustedProxies: 0, gatewaySecret: 'known-to-site-and-backend' })
  // Replaces Next's server: only Node's channel normalizes its requests.
  server = createServer(({ method, url, headers }, response) => {
    response.statusCode = status
    if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl)
    const received: Received = { method, url, headers }
    response.end(JSON.stringify(received))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => new Promise((resolve) => server.close(resolve)))

async function ask(path: string, { method = 'GET', headers = {} } = {}) {
  const { port } = server.address() as AddressInfo
  const request = send({ host: '127.0.0.1', port, path, method, headers, agent: false })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end()
  })
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const received: Received = JSON.parse(text)
  return { received, answered: response.headers }
}

test('an address and a secret that a client claims are replaced', async () => {
  const { received } = await ask('/', {
    headers: {
      [CLIENT_ADDRESS_HEADER]: '203.0.113.9',
      [GATEWAY_SECRET_HEADER]: 'guessed',
      'x-forwarded-for': '203.0.113.9',
    },
  })
  expect(received.headers[CLIENT_ADDRESS_HEADER]).toBe('127.0.0.1')
  expect(received.headers[GATEWAY_SECRET_HEADER]).toBe('known-to-site-and-backend')
})

testEach([
  ['GET', '/de/%zz?a=1', 'GET', '/de/%25zz?a=1'],
  ['POST', '/de?a=1', 'POST', '/de?a=1'],
  ['TRACE', '/de', 'GET', '/api/method-not-allowed'],
  ['PROPFIND', '/', 'GET', '/api/method-not-allowed'],
])('%s %s becomes %s %s', async (method, path, expectedMethod, url) => {
  const { received } = await ask(path, { method })
  expect(received).toMatchObject({ method: expectedMethod, url })
})

testEach([
  [200, 's-maxage=31536000', /^public, max-age=0, s-maxage=300/, undefined],
  [500, 's-maxage=31536000', /^no-store$/, /^default-src 'self'/],
] as const)('an answer of %s is completed for caches and browsers', async (given, said, kept, policy) => {
  status = given
  cacheControl = said
  try {
    const { answered } = await ask('/de')
    expect(answered['cache-control']).toMatch(kept)
    if (policy === undefined) expect(answered['content-security-policy']).toBeUndefined()
    else expect(answered['content-security-policy']).toMatch(policy)
  } finally {
    status = 200
    cacheControl = undefined
  }
})
