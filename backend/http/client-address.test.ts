import { expect } from 'expect'
import { CLIENT_ADDRESS_HEADER, GATEWAY_SECRET_HEADER } from '#contract/gateway.ts'
import { testEach } from '#tests/support/each.ts'
import { clientAddressOf } from './client-address.ts'

const SECRET = 's'.repeat(32)
const NEWER = 'n'.repeat(32)
const SOCKET = '10.0.0.1'

testEach([
  ['the gateway says so', '203.0.113.9', SECRET, [SECRET], '203.0.113.9'],
  [
    'a gateway says so that still has the older secret',
    '203.0.113.9',
    SECRET,
    [NEWER, SECRET],
    '203.0.113.9',
  ],
  ['a gateway says so that has the newer one already', '203.0.113.9', NEWER, [NEWER, SECRET], '203.0.113.9'],
  ['no header names an address', undefined, undefined, [SECRET], SOCKET],
  ['a stranger says so', '203.0.113.9', undefined, [SECRET], SOCKET],
  ['a stranger guesses the secret', '203.0.113.9', 'x'.repeat(32), [SECRET], SOCKET],
  ['a stranger guesses a shorter one', '203.0.113.9', 's', [SECRET], SOCKET],
  ['no secret is agreed on', '203.0.113.9', SECRET, [], SOCKET],
  ['no secret is agreed on and none given', '203.0.113.9', undefined, [], SOCKET],
  ['the gateway says no address', 'somewhere', SECRET, [SECRET], SOCKET],
  ['one of a network', '2001:db8:0:1:aaaa::1', SECRET, [SECRET], '2001:db8:0:1::/64'],
  ['its neighbour, spelt otherwise', '2001:0DB8::1:0:0:0:2', SECRET, [SECRET], '2001:db8:0:1::/64'],
  ['another network', '2001:db8::1', SECRET, [SECRET], '2001:db8:0:0::/64'],
  ['IPv4 in IPv6', '::ffff:203.0.113.9', SECRET, [SECRET], '203.0.113.9'],
])('%s', (_name, told, given, agreed, address) => {
  const headers = {
    ...(told !== undefined && { [CLIENT_ADDRESS_HEADER]: told }),
    ...(given !== undefined && { [GATEWAY_SECRET_HEADER]: given }),
  }
  expect(clientAddressOf({ headers, ip: SOCKET }, agreed)).toBe(address)
})
