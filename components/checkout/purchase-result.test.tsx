import { expect, test } from '@jest/globals'
import { receiptLine } from './receipt.fixture.ts'
import { purchaseResultOf, type PurchaseResult } from './purchase-result.ts'

type Judged = Parameters<typeof purchaseResultOf>[0]
const receipt: Omit<Judged, 'lines'> = {
  wasDeclined: false,
  refundReason: null,
  bundleId: 'b',
  creditAmount: 0,
  state: 'paid',
  price: { amountMinor: 900, regularAmountMinor: 900, currency: 'EUR' },
}
/** @param kept whether each of its styles is, the leading one first */
const ordered = (one: typeof receipt, kept: readonly [boolean, ...boolean[]]): Judged => {
  const line = { ...receiptLine, price: one.price, creditAmount: one.creditAmount }
  const [isFirstKept, ...others] = kept
  return {
    ...one,
    lines: [{ ...line, isKept: isFirstKept }, ...others.map((isKept) => ({ ...line, isKept }))],
  }
}
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
  [{ state: 'disputed' }, {}, 'disputed'],
  [{ state: 'processing', wasDeclined: true }, { isCanceled: true }, 'processing'],
])('%j, %j: %s', (change, circumstances, result) => {
  expect(
    purchaseResultOf(ordered({ ...receipt, ...change }, [false]), {
      isCanceled: false,
      hasStyle: false,
      ...circumstances,
    }),
  ).toBe(result)
})

test.each<[Partial<typeof receipt>, [boolean, ...boolean[]], PurchaseResult]>([
  [{ state: 'refunding', refundReason: 'incomplete' }, [true], 'paid'],
  [{ state: 'refunded', refundReason: 'guarantee' }, [false, true], 'paid'],
  [{ ...unfulfilled }, [false, true], 'paid'],
  [{ state: 'refunded', refundReason: 'guarantee' }, [false, false], 'refunded'],
  [{ state: 'disputed' }, [false, true], 'disputed'],
])('the leading style %j, kept of all %j: %s', (change, kept, result) => {
  const order = ordered({ ...receipt, ...change }, kept)
  expect(purchaseResultOf(order, { isCanceled: false, hasStyle: true })).toBe(result)
})
