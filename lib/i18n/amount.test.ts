import { test } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { formatAmount, formatAmounts } from './amount.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

testEach([
  [900, 'EUR', 'de', '9 €'],
  [1000, 'USD', 'en', '$10'],
  [99, 'EUR', 'fr', '0,99 €'],
  [199, 'EUR', 'es', '1,99 €'],
  [0, 'EUR', 'it', '0 €'],
] as const)('%p %p in %p is written %p', (amountMinor, currency, locale, written) => {
  expect(plain(formatAmount(amountMinor, currency, locale))).toBe(written)
})

test('amounts of one bill have cents, all of them, where one has some', () => {
  const written = (amounts: number[]) => amounts.map(formatAmounts(amounts, 'EUR', 'en'))
  expect(written([900, 1000])).toEqual(['€9', '€10'])
  expect(written([900, 99, 999])).toEqual(['€9.00', '€0.99', '€9.99'])
})
