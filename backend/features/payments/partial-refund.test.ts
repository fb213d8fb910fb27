import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { judgePart, leftOf, shareOf } from './partial-refund.ts'

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

testEach([
  ['a part of all', 900, 0, 0, 250, 'possible'],
  ['a cent', 900, 0, 0, 1, 'possible'],
  ['all but a cent', 900, 0, 0, 899, 'possible'],
  ['all of it', 900, 0, 0, 900, 'all_that_is_left'],
  ['more than was paid', 900, 0, 0, 901, 'more_than_is_left'],
  ['a part of what is left', 900, 0, 600, 299, 'possible'],
  ['what is left after a part', 900, 0, 600, 300, 'all_that_is_left'],
  ['more than is left after a part', 900, 0, 600, 301, 'more_than_is_left'],
  ['what is refunded already', 900, 0, 900, 1, 'no_money'],
  ['what cost credits', 0, 10, 0, 100, 'no_money'],
  ['what cost nothing', 0, 0, 0, 100, 'no_money'],
] as const)(
  'an operator refunds %s',
  (_what, amountMinor, creditAmount, refundDueAmountMinor, partMinor, verdict) => {
    const payment = { amountMinor, creditAmount, refundDueAmountMinor, promisedCount: 12, missingCount: 0 }
    expect(judgePart(payment, partMinor)).toBe(verdict)
  },
)
