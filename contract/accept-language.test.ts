import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { localeFor } from './accept-language.ts'

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
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
  ['pt-BR, es;q=0.5', 'es'],
  ['de;q=0, en', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('%j is answered in %s', (header, locale) => {
  expect(localeFor(header)).toBe(locale)
})
