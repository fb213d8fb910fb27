import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { RATE_LIMITS } from '#contract/rate.ts'
import { GATEWAY_SECRET, errorOf, signedIn, startBackend } from './support/backend.ts'
import { idToken } from './support/identity.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
before(async () => {
  backend = await startBackend()
})
after(() => backend.close())

const CHECKOUT = '/stripe/create-checkout-session'
const PERSONS = '/persons/get_all'

test('a caller over the limit is told how long to wait, and other callers are not limited', async () => {
  const hasty = signedIn(backend.app, 'hasty')
  for (let i = 0; i < RATE_LIMITS.checkout.limit; i++) {
    expect(errorOf(await hasty.post(CHECKOUT, {})).code).not.toBe('rate_limited')
  }
  const refused = await hasty.post(CHECKOUT, {})
  expect(errorOf(refused)).toEqual({ status: 429, code: 'rate_limited' })
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(RATE_LIMITS.checkout.windowSeconds)
  // Another class of call, and another person.
  expect((await hasty.get(PERSONS)).statusCode).toBe(200)
  expect(errorOf(await signedIn(backend.app, 'patient').post(CHECKOUT, {})).code).not.toBe('rate_limited')
})

/** A call from `socket`, which claims `told` to be its client's address. */
function callFrom(socket: string, authorization: string, told?: { address: string; secret: string }) {
  const claim = told && { [CLIENT_ADDRESS_HEADER]: told.address, [GATEWAY_SECRET_HEADER]: told.secret }
  return backend.app.inject({
    method: 'GET',
    url: PERSONS,
    remoteAddress: socket,
    headers: { authorization, ...claim },
  })
}

test("after too many invalid tokens an address's tokens are no longer verified; the site's own address is exempt", async () => {
  const forged = 'a.b.c'
  const client = { address: '198.51.100.7', secret: GATEWAY_SECRET }
  const site = '10.0.0.1'
  const codes = new Set<string>()
  let tries = 0
  do codes.add(errorOf(await callFrom(site, forged, client)).code)
  while (!codes.has('rate_limited') && ++tries < 1000)
  expect([...codes]).toEqual(['token_invalid', 'rate_limited'])
  const good = idToken('honest')
  expect((await callFrom(site, good, client)).statusCode).toBe(429)
  expect((await callFrom(site, good, { ...client, address: '198.51.100.8' })).statusCode).toBe(200)
  expect((await callFrom(site, good)).statusCode).toBe(200)
  // A caller cannot evade the limit, or use up another's, by claiming an address.
  const claimed = { address: '198.51.100.7', secret: 'guessed'.padEnd(40, 'x') }
  expect((await callFrom('203.0.113.9', good, claimed)).statusCode).toBe(200)
  expect((await backend.app.inject({ url: '/healthz', remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
})
