import { expect, test } from '@jest/globals'
import { receiptLine } from './receipt.fixture.ts'
import { purchaseResultOf, type PurchaseResult } from './purchase-result.ts'

const receipt: Omit<Parameters<typeof purchaseResultOf>[0], 'lines'> = {
  wasDeclined: false,
  refundReason: null,
  bundleId: 'b',
  creditAmount: 0,
  refundDueAmountMinor: 0,
  state: 'paid',
  price: { amountMinor: 900, regularAmountMinor: 900, currency: 'EUR' },
}
const ordered = (one: typeof receipt): Parameters<typeof purchaseResultOf>[0] => ({
  ...one,
  lines: [{ ...receiptLine, price: one.price, creditAmount: one.creditAmount }],
})
const nothing = { amountMinor: 0, regularAmountMinor: 900, currency: 'EUR' } as const
const unfulfilled = { state: 'refunding', refundReason: 'unfulfilled', bundleId: null } as const

test.each<[Partial<typeof receipt>, Partial<Parameters<typeof purchaseResultOf>[1]>, PurchaseResult]>([
  [{}, {}, 'paid'],
  [{}, { isCanceled: true }, 'paid'],
  [{ price: nothing }, {}, 'free'],
  [{ price: nothing, creditAmount: 10 }, {}, 'paid'],
  [{ state: 'expired' }, {}, 'expired'],
  [{ state: 'expired' }, { isCanceled: true }, 'canceled'],
  [{ state: 'expired', wasDeclined: true }, {}, 'declined'],
  [{ state: 'expired', wasDeclined: true }, { isCanceled: true }, 'declined'],
  [{ state: 'refunded', refundReason: 'guarantee' }, { hasStyle: true }, 'refunded'],
  [{ ...unfulfilled }, { hasStyle: true }, 'twice'],
  [{ ...unfulfilled, state: 'refunded' }, { hasStyle: true }, 'twice'],
  [{ ...unfulfilled }, {}, 'refunded'],
  [{ ...unfulfilled, bundleId: 'b' }, { hasStyle: true }, 'refunded'],
  [{ state: 'refunding', refundReason: 'incomplete', refundDueAmountMinor: 180 }, { hasStyle: true }, 'paid'],
  [{ state: 'disputed' }, {}, 'disputed'],
  [{ state: 'processing', wasDeclined: true }, { isCanceled: true }, 'processing'],
])('%j, %j: %s', (change, circumstances, result) => {
  expect(
    purchaseResultOf(ordered({ ...receipt, ...change }), {
      isCanceled: false,
      hasStyle: false,
      ...circumstances,
    }),
  ).toBe(result)
})
