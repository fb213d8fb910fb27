import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { toE164 } from './phone.ts'

testEach([
  ['+41 79 123 45 67', '+41791234567'],
  ['+41 (0)79 123 45 67', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
  ['+49-151/23456789', '+4915123456789'],
  ['\u202a+33 6 12 34 56 78\u202c', '+33612345678'],
  ['＋１６５０５５５０１００', '+16505550100'],
])('%s is %s', (typed, number) => {
  expect(toE164(typed)).toBe(number)
})

testEach(['', '079 123 45 67', '+0 79 123 45 67', '+41 79', '+41 79 CALL ME', '+123456789012345678'])(
  '“%s” has no country code or is no number',
  (typed) => {
    expect(toE164(typed)).toBeUndefined()
  },
)
