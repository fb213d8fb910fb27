import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { clientAddress, decodableTarget, isServedMethod } from './request-rules.ts'

describe('a path that cannot be decoded is taken literally', () => {
  testEach([
    ['/de', '/de'],
    ['/de/caf%C3%A9?x=%zz', '/de/caf%C3%A9?x=%zz'],
    ['/de/%zz', '/de/%25zz'],
    ['/en/%ff?a=1', '/en/%25ff?a=1'],
    ['/en/%', '/en/%25'],
    ['/a%20b/%E4', '/a%20b/%25E4'],
    ['/%25zz', '/%25zz'],
    ['/de/%zz?a=b?c', '/de/%25zz?a=b?c'],
  ])('%s -> %s', (target, mended) => {
    expect(decodableTarget(target)).toBe(mended)
  })
})

testEach([
  ['GET', true],
  ['HEAD', true],
  ['PUT', true],
  ['TRACE', false],
  ['PROPFIND', false],
  [undefined, false],
])('%s is served: %s', (method, served) => {
  expect(isServedMethod(method)).toBe(served)
})

describe('the address of a client', () => {
  testEach([
    ['no proxy: what the client claims counts for nothing', '203.0.113.9', '10.0.0.1', 0, '203.0.113.9'],
    ['one proxy: the address it appended', '10.0.0.2', '1.1.1.1, 198.51.100.7', 1, '198.51.100.7'],
    ['two proxies', '10.0.0.2', '1.1.1.1, 198.51.100.7, 10.0.0.3', 2, '198.51.100.7'],
    ['a proxy that says nothing', '10.0.0.2', undefined, 1, '10.0.0.2'],
    ['fewer hops than proxies', '10.0.0.2', '198.51.100.7', 2, '10.0.0.2'],
    ['IPv4 on an IPv6 socket', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
    ['IPv6', '2001:db8::1', undefined, 0, '2001:db8::1'],
    ['a socket that is gone', undefined, undefined, 0, ''],
  ])('%s', (_what, socket, forwardedFor, proxies, address) => {
    expect(clientAddress(socket, forwardedFor, proxies)).toBe(address)
  })
})
