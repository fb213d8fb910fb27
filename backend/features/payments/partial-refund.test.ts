import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { leftOf, shareOf } from './partial-refund.ts'

testEach([
  ['nothing is missing', 900, 0, 10, 0, 0, 0],
  ['two of ten', 900, 0, 10, 2, 180, 0],
  ['a fraction of a cent is given', 900, 0, 8, 1, 113, 0],
  ['one of twelve of the least', 99, 0, 12, 1, 9, 0],
  ['half', 99, 0, 8, 4, 50, 0],
  ['credits, each whole', 0, 10, 8, 1, 0, 2],
  ['of one credit', 0, 1, 12, 1, 0, 1],
  ['what cost nothing', 0, 0, 12, 5, 0, 0],
])('%s', (_what, amountMinor, creditAmount, promisedCount, missingCount, wantedMinor, wantedCredits) => {
  const purchase = { amountMinor, creditAmount, promisedCount, missingCount }
  const share = shareOf(purchase)
  expect(share).toEqual({ amountMinor: wantedMinor, creditAmount: wantedCredits })
  // Less than half is never all of the money: that would take the headshots away.
  expect(share.amountMinor === 0 || share.amountMinor < amountMinor).toBe(true)
  expect(leftOf({ ...purchase, refundDueAmountMinor: share.amountMinor })).toEqual({
    amountMinor: amountMinor - wantedMinor,
    creditAmount: creditAmount - wantedCredits,
  })
})
