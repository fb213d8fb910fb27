import { describe, expect, test } from '@jest/globals'
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
const guarded = directives(
  guardedPolicy({ nonce: 'n1', mediaOrigins: [MEDIA], emulatorOrigin: undefined, isDevelopment: false }),
)

describe('a page with somebody’s data', () => {
  test('runs scripts with its nonce only', () => {
    expect(guarded['script-src']).toEqual(["'self'", "'nonce-n1'", "'strict-dynamic'"])
  })

  test('shows, fetches and sends pictures where they are kept', () => {
    expect(guarded['img-src']).toContain(MEDIA)
    expect(guarded['connect-src']).toContain(MEDIA)
  })

  test('reaches the emulator where one is used, and evaluates in development only', () => {
    const emulated = directives(
      guardedPolicy({
        nonce: 'n',
        mediaOrigins: [],
        emulatorOrigin: 'http://127.0.0.1:9099',
        isDevelopment: true,
      }),
    )
    expect(emulated['connect-src']).toContain('http://127.0.0.1:9099')
    expect(emulated['script-src']).toContain("'unsafe-eval'")
  })
})

test.each([
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
