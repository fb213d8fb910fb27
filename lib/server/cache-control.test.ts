import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { sharedCacheControl } from './cache-control.ts'

const FILE = 'public, max-age=31536000, immutable'
const PAGE = 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400'

testEach([
  ['a page made ahead', 200, 's-maxage=31536000', PAGE],
  ['an unknown page', 404, 's-maxage=31536000', PAGE],
  ['the same page asked for again', 304, 's-maxage=31536000', PAGE],
  ['a page with a time of its own', 200, 's-maxage=300, stale-while-revalidate=31535700', PAGE],
  ['one with a shorter time', 200, 's-maxage=60', PAGE.replace('300', '60')],
  ['a page of one visitor', 200, 'private, no-store', undefined],
  ['a file', 200, FILE, undefined],
  ['a file that is missing', 404, FILE, 'no-store'],
  ['a failure', 500, 's-maxage=31536000', 'no-store'],
  ['a failure that says nothing', 502, undefined, 'no-store'],
  ['an answer that says nothing', 200, undefined, undefined],
])('%s', (_what, status, said, kept) => {
  expect(sharedCacheControl(status, said)).toBe(kept ?? said)
})
