import { describe, mock, test } from 'node:test'
import { expect } from 'expect'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { testEach } from '#tests/support/each.ts'
import { createVisitorReader } from './verify-id-token.ts'

const emulator = { kind: 'emulator', projectId: 'demo-x', emulatorOrigin: 'http://127.0.0.1:9099' } as const
const issuer = 'https://securetoken.google.com/demo-x'

function unsigned(
  claims: Record<string, unknown>,
  options: { audience?: string; issuer?: string; exp?: string } = {},
) {
  return new UnsecuredJWT(claims)
    .setSubject('user-1')
    .setIssuer(options.issuer ?? issuer)
    .setAudience(options.audience ?? 'demo-x')
    .setExpirationTime(options.exp ?? '1h')
    .encode()
}

describe('with the emulator', () => {
  const read = createVisitorReader(emulator)

  testEach([
    ['a confirmed address', unsigned({ email_verified: true }), 'verified'],
    ['an address to confirm', unsigned({ email_verified: false }), 'unverified'],
    ['no claim about the address', unsigned({}), 'unverified'],
    ['another project', unsigned({ email_verified: true }, { audience: 'demo-y' }), 'signed_out'],
    ['another issuer', unsigned({ email_verified: true }, { issuer: 'https://evil.example' }), 'signed_out'],
    ['an expired token', unsigned({ email_verified: true }, { exp: '-1s' }), 'signed_out'],
    ['noise', 'not.a.token', 'signed_out'],
    ['nothing', undefined, 'signed_out'],
  ])('%s is told apart', async (_name, token, expected) => {
    expect(await read(token)).toBe(expected)
  })
})

test('with Google, a token without a signature or with an unknown algorithm means signed out', async () => {
  const read = createVisitorReader({ kind: 'google', projectId: 'demo-x' })
  const { privateKey } = await generateKeyPair('ES256')
  const forged = await new SignJWT({ email_verified: true })
    .setProtectedHeader({ alg: 'ES256', kid: 'mine' })
    .setSubject('user-1')
    .setIssuer(issuer)
    .setAudience('demo-x')
    .setExpirationTime('1h')
    .sign(privateKey)
  expect(await read(unsigned({ email_verified: true }))).toBe('signed_out')
  expect(await read(forged)).toBe('signed_out')
})

describe("with Google's keys", () => {
  const MINUTE_MS = 60_000
  const google = { kind: 'google', projectId: 'demo-x' } as const

  async function setUp() {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] }
    const sign = (options: { kid?: string; audience?: string; exp?: string } = {}) =>
      new SignJWT({ email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? 'one' })
        .setSubject('user-1')
        .setIssuer(issuer)
        .setAudience(options.audience ?? 'demo-x')
        .setExpirationTime(options.exp ?? '2h')
        .sign(privateKey)
    return { keys, sign }
  }
  const away = () => Promise.reject(new TypeError('fetch failed'))

  test('a signed token is read', async () => {
    const { keys, sign } = await setUp()
    const read = createVisitorReader(google, () => Promise.resolve(Response.json(keys)))
    expect(await read(await sign())).toBe('verified')
  })

  test('out of reach from the start, what may hold is unchecked, and what cannot hold is signed out', async () => {
    const { sign } = await setUp()
    const read = createVisitorReader(google, away)
    expect(await read(await sign())).toBe('unchecked')
    expect(await read(await sign({ exp: '-1s' }))).toBe('signed_out')
    expect(await read(await sign({ audience: 'demo-y' }))).toBe('signed_out')
    expect(await read(unsigned({ email_verified: true }))).toBe('signed_out')
    expect(await read('not.a.token')).toBe('signed_out')
  })

  testEach([
    ['are not there', () => Promise.resolve(new Response('', { status: 503 }))],
    ['are no keys', () => Promise.resolve(new Response('<html>'))],
  ] as const)('an address whose answers %s is out of reach', async (_what, answer) => {
    const { sign } = await setUp()
    expect(await createVisitorReader(google, answer)(await sign())).toBe('unchecked')
  })

  test('the last keys are kept while new ones are out of reach', async () => {
    const { keys, sign } = await setUp()
    const fetch = mock.fn<() => Promise<Response>>(() => Promise.resolve(Response.json(keys)))
    const read = createVisitorReader(google, fetch)
    const forged = await (await setUp()).sign()
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    try {
      expect(await read(await sign())).toBe('verified')
      fetch.mock.mockImplementation(away)
      mock.timers.tick(30 * MINUTE_MS)
      expect(await read(await sign())).toBe('verified')
      expect(await read(forged)).toBe('signed_out')
      expect(await read(await sign({ kid: 'two' }))).toBe('unchecked')
    } finally {
      mock.timers.reset()
    }
  })

  test('keys out of reach are not asked for with each request', async () => {
    const { sign } = await setUp()
    const fetch = mock.fn<() => Promise<Response>>(away)
    const read = createVisitorReader(google, fetch)
    const token = await sign()
    for (let round = 0; round < 5; round += 1) expect(await read(token)).toBe('unchecked')
    expect(fetch.mock.callCount()).toBe(1)
  })
})
