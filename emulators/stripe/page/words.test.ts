import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { pageLocale, WORDS } from './words.ts'

const leaves = (value: unknown, path = ''): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
    : [[path, value]]

testEach(Object.entries(WORDS))('%s has every sentence', (_locale, words) => {
  const said = leaves(words)
  expect(said.map(([path]) => path)).toEqual(leaves(WORDS.en).map(([path]) => path))
  expect(said.filter(([, text]) => text === '')).toEqual([])
})

testEach([
  ['de', undefined, 'de'],
  ['fr-CA', 'de', 'fr'],
  ['auto', 'xx;q=1, it-CH;q=0.8', 'it'],
  [null, undefined, 'en'],
  ['constructor', undefined, 'en'],
])('a session in %s before a browser in %s is shown in %s', (session, browser, shown) => {
  expect(pageLocale(session, browser)).toBe(shown)
})
