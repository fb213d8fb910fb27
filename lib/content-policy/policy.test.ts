import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { HEAD_SCRIPT_HASH } from './head-script.ts'
import { guardedPolicy, publicPolicy } from './policy.ts'

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )
}

const MEDIA = 'https://media.example'
const SIGN_IN = 'https://sign-in.example'
const guarded = directives(
  guardedPolicy({
    nonce: 'n1',
    mediaOrigins: [MEDIA],
    emulatorOrigin: undefined,
    signInOrigin: SIGN_IN,
    isDevelopment: false,
  }),
)

describe('a page with personal data', () => {
  test('runs scripts with its nonce and the head’s only', () => {
    expect(guarded['script-src']).toEqual(["'self'", "'nonce-n1'", HEAD_SCRIPT_HASH, "'strict-dynamic'"])
  })

  test('shows, fetches and sends pictures where they are kept', () => {
    expect(guarded['img-src']).toContain(MEDIA)
    expect(guarded['connect-src']).toContain(MEDIA)
  })

  test('frames the pages of the sign-in and its captcha, and nothing else', () => {
    const [signIn, ...rest] = guarded['frame-src'] ?? []
    expect(signIn).toBe(SIGN_IN)
    expect(rest.length).toBeGreaterThan(0)
    for (const origin of rest) expect(origin).toMatch(/^https:\/\/(www|recaptcha)\.google\.com\/recaptcha\/$/)
  })

  test('reaches the emulator where one is used, and evaluates in development only', () => {
    const emulated = directives(
      guardedPolicy({
        nonce: 'n',
        mediaOrigins: [],
        emulatorOrigin: 'http://127.0.0.1:9099',
        signInOrigin: 'http://127.0.0.1:9099',
        isDevelopment: true,
      }),
    )
    expect(emulated['connect-src']).toContain('http://127.0.0.1:9099')
    expect(emulated['script-src']).toContain("'unsafe-eval'")
  })
})

test('Stripe is let in where its form is, and nowhere else', () => {
  const options = {
    nonce: 'n',
    mediaOrigins: [],
    emulatorOrigin: undefined,
    isDevelopment: false,
    signInOrigin: 'https://a.example',
  }
  const plain = directives(guardedPolicy(options))
  expect(JSON.stringify(plain)).not.toContain('stripe')
  const paying = directives(guardedPolicy({ ...options, hasPaymentForm: true }))
  expect(paying['frame-src']).toContain('https://js.stripe.com')
  expect(paying['connect-src']).toContain('https://api.stripe.com')
  expect(paying['script-src']).toEqual(plain['script-src'])
})

testEach([
  ['with', publicPolicy(["'sha256-x'"]), ["'self'", "'sha256-x'"]],
  ['without', publicPolicy([]), ["'self'"]],
])(
  'a prerendered page %s inline scripts allows those and reaches no other host',
  (_what, policy, scripts) => {
    const { 'script-src': allowed, 'connect-src': reached, 'frame-ancestors': framed } = directives(policy)
    expect(allowed).toEqual(scripts)
    expect(reached).toEqual(["'self'"])
    expect(framed).toEqual(["'none'"])
  },
)
