import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { readCard, type CardEntry } from './cards.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const entry = (change: Partial<CardEntry>): CardEntry => ({
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'A',
  email: 'a@example.org',
  ...change,
})

testEach<[Partial<CardEntry>, string[]]>([
  [{}, []],
  [{ number: '4242-4242-4242-4242', expiry: '1/2030' }, []],
  [{ number: '378282246310005', cvc: '1234' }, []],
  [{ number: '378282246310005' }, ['cvc']],
  [{ number: '4242 4242 4242 4241' }, ['number']],
  [{ number: '4242' }, ['number']],
  [{ expiry: '11/26' }, []],
  [{ expiry: '10/26' }, ['expiry']],
  [{ expiry: '13/30' }, ['expiry']],
  [{ expiry: '1230' }, ['expiry']],
  [{ cvc: '12' }, ['cvc']],
  [{ name: ' ', email: 'a@example' }, ['name', 'email']],
])('%j is wrong in %j', (change, wrong) => {
  const read = readCard(entry(change), NOW)
  expect(Array.isArray(read) ? read : []).toEqual(wrong)
})
