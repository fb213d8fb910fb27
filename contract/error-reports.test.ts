import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { withoutPrivateParts } from './error-reports.ts'

describe('what might name or open something stays here', () => {
  testEach([
    ['cannot load https://files.example.ch/a?sig=1f', 'cannot load [address]'],
    ['mara.muster@example.ch is refused', '[mail] is refused'],
    ['mara@localhost is refused', '[mail] is refused'],
    ['no share AbCdEfGhIjKlMnOpQrStUvWxYz', 'no share [token]'],
    ['no row f3b1c0de-0000-4000-8000-00000000beef', 'no row [token]'],
    ['bad token eyJhbGciOiJSUzI1NiIsImtpZCI6IjEyMyJ9', 'bad token [token]'],
    [
      'Cannot read properties of undefined (reading rows)',
      'Cannot read properties of undefined (reading rows)',
    ],
    ['replicate: POST /v1/predictions answered 500', 'replicate: POST /v1/predictions answered 500'],
  ] as const)('%s', (said, sent) => {
    expect(withoutPrivateParts(said)).toBe(sent)
  })
})

test('a word without an end holds nothing up', () => {
  expect(withoutPrivateParts('a'.repeat(1_000_000))).toBe('[token]')
})
