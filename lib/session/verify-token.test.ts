import { describe, test } from 'node:test'
import { expect } from 'expect'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { testEach } from '#tests/support/each.ts'
import { createVisitorReader } from './verify-token.ts'

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

test('with Google, a token without a signature or with an unknown algorithm is nobody', async () => {
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
