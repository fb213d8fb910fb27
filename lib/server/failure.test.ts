import { expect } from 'expect'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { testEach } from '#tests/support/each.ts'
import { completeFailure } from './failure.ts'

const ON_DEMAND = '/de/headshots-near-me/switzerland/zurich'
/** `console.log(1)` by its SHA-256. */
const HASH = "'sha256-CihokcEcBW4atb/CW/XWsvWwbTjqwQlE9nj9ii5ww5M='"

let server: Server
let url = ''
let answer: RequestListener

before(async () => {
  server = createServer((request, response) => {
    completeFailure(request, response)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => new Promise((resolve) => server.close(resolve)))

async function ask(path: string, status: number, policy?: string) {
  answer = (_request, response) => {
    response.statusCode = status
    if (policy !== undefined) response.setHeader('content-security-policy', policy)
    response.end('<script>console.log(1)</script><script src="/a.js"></script>')
  }
  const response = await fetch(url + path)
  await response.arrayBuffer()
  const { headers } = response
  return {
    status: response.status,
    retryAfter: headers.get('retry-after'),
    scripts: /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
  }
}

testEach([
  ['a page that is made when it is asked for', ON_DEMAND, 503, '120'],
  ['the first of them', '/fr/headshots-near-me', 503, '120'],
  ['with a query', '/fr/headshots-near-me?ref=x', 503, '120'],
  ['a page that was made ahead', '/de/pricing', 500, null],
  ['what only begins like one', '/de/headshots-near-me-too', 500, null],
])('%s fails with the policy of what it says', async (_what, path, status, retryAfter) => {
  expect(await ask(path, 500)).toEqual({ status, retryAfter, scripts: `'self' ${HASH}` })
})

test('a page that brings its policy keeps it', async () => {
  expect(await ask(ON_DEMAND, 500, "script-src 'nonce-x'")).toMatchObject({ scripts: "'nonce-x'" })
})

test('what does not fail stays as it is', async () => {
  expect(await ask(ON_DEMAND, 200)).toEqual({ status: 200, retryAfter: null, scripts: undefined })
})
