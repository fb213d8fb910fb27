import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { localizePath, safeRedirectPath } from './redirect.ts'

describe('the wanted page', () => {
  testEach(['/de/persons', '/en', '/fr/persons/1/bundles/2', '/it/persons?x=1&y=%2F', '/es/persons/a%20b'])(
    'is followed to %s',
    (path) => {
      expect(safeRedirectPath(path)).toBe(path)
    },
  )

  testEach([
    ['another origin', 'https://evil.example/de/persons'],
    ['a scheme', 'javascript:alert(1)'],
    ['a network path', '//evil.example/de/persons'],
    ['a backslash path', '/\\evil.example'],
    ['a backslash behind the locale', '/de/\\evil.example'],
    ['dots that climb to a network path', '/de/..//evil.example'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['an API path', '/api/session'],
    ['a page without language', '/persons'],
    ['an unknown language', '/xx/persons'],
    ['a sign-in page, which would loop', '/de/auth/login'],
    ['nothing', ''],
    ['null', null],
  ])('is dropped when it is %s', (_name, path) => {
    expect(safeRedirectPath(path)).toBeUndefined()
  })
})

testEach([
  ['/de/persons', 'fr', '/fr/persons'],
  ['/de', 'fr', '/fr'],
  ['/persons', 'it', '/it/persons'],
  ['/en/persons?x=/de/', 'es', '/es/persons?x=/de/'],
] as const)('%s in %s is %s', (path, locale, expected) => {
  expect(localizePath(path, locale)).toBe(expected)
})
