import { describe, test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { decideAccess, isGuarded, type Visitor } from './access.ts'

const decide = (path: string, visitor: Visitor, acceptLanguage = 'de-CH,de;q=0.9') => {
  const [pathname = '', query] = path.split('?')
  return decideAccess({
    pathname,
    search: query === undefined ? '' : `?${query}`,
    visitor,
    acceptLanguage,
  })
}

describe('access', () => {
  testEach<[string, Visitor, string | undefined]>([
    ['/', 'signed_out', '/de'],
    ['/?ref=abc123', 'signed_out', '/de?ref=abc123'],
    ['/persons/new', 'verified', '/de/persons/new'],
    ['/DE', 'signed_out', '/de'],
    ['/Fr/pricing?ref=a', 'verified', '/fr/pricing?ref=a'],
    ['/it-CH/persons/new', 'verified', '/it/persons/new'],
    ['/en', 'signed_out', undefined],
    ['/en/pricing', 'signed_out', undefined],
    ['/en/auth/login', 'signed_out', undefined],
    ['/en/auth/login', 'verified', undefined],
    ['/en/persons', 'signed_out', '/en/auth/login?redirect=%2Fen%2Fpersons'],
    ['/fr/persons/7?tab=a', 'signed_out', '/fr/auth/login?redirect=%2Ffr%2Fpersons%2F7%3Ftab%3Da'],
    ['/it/persons/new', 'signed_out', '/it/auth/login?redirect=%2Fit%2Fpersons%2Fnew&mode=signup'],
    ['/it/persons/new', 'unverified', '/it/auth/verify-email?redirect=%2Fit%2Fpersons%2Fnew'],
    ['/it/persons/new', 'verified', undefined],
    ['/it/persons/new', 'unchecked', undefined],
    ['/it/personsx', 'signed_out', undefined],
    ['/fr/referral', 'signed_out', '/fr/auth/login?redirect=%2Ffr%2Freferral'],
    ['/share/7', 'signed_out', '/de/share/7'],
    ['/de/share/7', 'signed_out', undefined],
    ['/es/image/abc', 'unverified', undefined],
  ])('%s for a visitor who is %s', (path, visitor, to) => {
    expect(decide(path, visitor)).toEqual(to === undefined ? { kind: 'continue' } : { kind: 'redirect', to })
  })

  test('a path that looks like another host stays on this one', () => {
    expect(decide('//evil.example/x', 'signed_out')).toEqual({ kind: 'redirect', to: '/de//evil.example/x' })
  })
})

testEach([
  ['/de/persons/1', true],
  ['/de/auth/login', true],
  ['/de/share/1', true],
  ['/de/image/abc', true],
  ['/de', false],
  ['/de/pricing', false],
  ['/persons', false],
])('%s under the strict policy: %s', (pathname, expected) => {
  expect(isGuarded(pathname)).toBe(expected)
})
