import { expect, test } from '@jest/globals'
import type { PaymentState, Receipt } from '#contract/payments.ts'
import { hasReceipt, orderStatusOf, receiptStatusOf } from './receipt-status.ts'

const receipt = (state: PaymentState, refundedAmountMinor = 0, paidAt: string | null = null) =>
  ({ state, refundedAmountMinor, returnedCreditAmount: 0, paidAt }) as Receipt

test.each([
  ['created', 0, undefined],
  ['pending', 0, undefined],
  ['processing', 0, 'processing'],
  ['paid', 0, 'paid'],
  ['paid', 300, 'partly'],
  ['refunding', 0, 'refunding'],
  ['refunding', 300, 'refunding'],
  ['refunded', 900, 'refunded'],
  ['expired', 0, undefined],
  ['disputed', 0, 'disputed'],
] as const)('%s with %i given back is shown as %s', (state, given, status) => {
  expect(receiptStatusOf(receipt(state, given))).toBe(status)
})

test.each([
  [['paid', 'paid'], 'paid'],
  [['paid', 'refunding'], 'refunding'],
  [['paid', 'refunded'], 'partly'],
  [['refunded', 'refunded'], 'refunded'],
  // One that a code paid for: a bank does not hold it.
  [['paid', 'disputed'], 'disputed'],
  [['processing', 'processing'], 'processing'],
] as const)('an order of styles that are %j is shown as %s', (states, status) => {
  expect(orderStatusOf(states.map((state) => receipt(state)))).toBe(status)
})

test('a payment that was never paid has no receipt, a paid one keeps its receipt', () => {
  expect(hasReceipt(receipt('expired'))).toBe(false)
  expect(hasReceipt(receipt('refunded', 900, '2026-03-01T10:00:00.000Z'))).toBe(true)
})
