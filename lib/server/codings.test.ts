import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { codingFor, isPackable } from './codings.ts'

testEach([
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br; q=0.000', undefined],
  ['deflate, zstd', undefined],
  ['brotli, gzipped', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('%j is answered in %j', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding)
})

testEach([
  ['text/html; charset=utf-8', true],
  ['text/x-component', true],
  ['application/json', true],
  ['application/manifest+json', true],
  ['application/xml; charset=utf-8', true],
  ['image/svg+xml', true],
  ['image/jpeg', false],
  ['font/woff2', false],
  ['application/zip', false],
  ['', false],
])('%s gets smaller: %s', (type, expected) => {
  expect(isPackable(type)).toBe(expected)
})
