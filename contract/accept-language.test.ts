import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { localeFor } from './locales.ts'

testEach([
  ['de', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['FR-fr', 'fr'],
  ['ja, it;q=0.1', 'it'],
  ['es;q=0, en;q=0.1', 'en'],
  ['ja', 'en'],
  ['*', 'en'],
  ['design', 'en'],
  ['fr;q=nonsense', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%j is answered in %s', (header, locale) => {
  expect(localeFor(header)).toBe(locale)
})
