import { test } from 'node:test'
import { expect } from 'expect'
import type { PaymentState } from '#contract/payments.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { testEach } from '#tests/support/each.ts'
import { applyReading } from './apply-snapshot.ts'

const AMOUNT_MINOR = 900
type Standing = [state: PaymentState, dueMinor: number, refundedMinor: number]
type Reading = [PaymentOutcome['status'], refundedMinor: number, PaymentOutcome['dispute']]

testEach<[string, Standing, Reading, Standing]>([
  ['nobody has paid yet', ['pending', 0, 0], ['open', 0, 'none'], ['pending', 0, 0]],
  ['somebody has', ['pending', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
  ['nobody will', ['pending', 0, 0], ['expired', 0, 'none'], ['expired', 0, 0]],
  ['somebody did after all', ['expired', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
  ['nothing new', ['paid', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
  ['a refund is not there yet', ['refunding', 900, 0], ['paid', 0, 'none'], ['refunding', 900, 0]],
  ['a refund is there', ['refunding', 900, 0], ['paid', 900, 'none'], ['refunded', 900, 900]],
  ['a part is there', ['refunding', 300, 0], ['paid', 300, 'none'], ['paid', 300, 300]],
  ['a part of what is due is there', ['refunding', 900, 300], ['paid', 300, 'none'], ['refunding', 900, 300]],
  ['nothing more after a part', ['paid', 300, 300], ['paid', 300, 'none'], ['paid', 300, 300]],
  ['refunded at the provider', ['paid', 0, 0], ['paid', 900, 'none'], ['refunded', 900, 900]],
  ['a part refunded at the provider', ['paid', 0, 0], ['paid', 200, 'none'], ['paid', 200, 200]],
  ['a dispute stops everything', ['paid', 0, 0], ['paid', 0, 'open'], ['disputed', 0, 0]],
  ['a refund too', ['refunding', 900, 0], ['paid', 0, 'open'], ['disputed', 900, 0]],
  ['still disputed', ['disputed', 900, 0], ['paid', 0, 'open'], ['disputed', 900, 0]],
  ['won, all as before', ['disputed', 0, 0], ['paid', 0, 'won'], ['paid', 0, 0]],
  ['won, and the refund goes on', ['disputed', 900, 0], ['paid', 0, 'won'], ['refunding', 900, 0]],
  ['lost: the bank gave it back', ['disputed', 0, 0], ['paid', 0, 'lost'], ['refunded', 900, 900]],
  ['opened and lost unseen', ['paid', 0, 0], ['paid', 0, 'lost'], ['refunded', 900, 900]],
  ['paid and disputed unseen', ['pending', 0, 0], ['paid', 0, 'open'], ['disputed', 0, 0]],
  ['over is over', ['refunded', 900, 900], ['paid', 900, 'lost'], ['refunded', 900, 900]],
])('%s', (_what, before, [status, refundedAmountMinor, dispute], after) => {
  const standing = ([state, dueMinor, refundedMinor]: Standing) => ({
    state,
    amountMinor: AMOUNT_MINOR,
    refundDueAmountMinor: dueMinor,
    refundedAmountMinor: refundedMinor,
  })
  const reading = { status, refundedAmountMinor, dispute }
  const applied = applyReading(standing(before), reading)
  expect(applied).toEqual(standing(after))
  expect(applyReading(applied, reading)).toEqual(applied)
})

testEach<[string, Standing, number, Standing]>([
  ['all of it', ['refunded', 900, 900], 0, ['refunding', 900, 0]],
  ['a part', ['paid', 300, 300], 0, ['refunding', 300, 0]],
  ['one of two parts', ['refunded', 900, 900], 300, ['refunding', 900, 300]],
  ['and went out anew', ['refunding', 900, 0], 900, ['refunded', 900, 900]],
  ['before it was noted as gone', ['refunding', 900, 0], 0, ['refunding', 900, 0]],
])('a refund came back: %s', (_what, before, refundedAmountMinor, after) => {
  const standing = ([state, dueMinor, refundedMinor]: Standing) => ({
    ...{ state, amountMinor: AMOUNT_MINOR },
    ...{ refundDueAmountMinor: dueMinor, refundedAmountMinor: refundedMinor },
  })
  const reading = { status: 'paid', refundedAmountMinor, dispute: 'none', hasFailedRefund: true } as const
  expect(applyReading(standing(before), reading)).toEqual(standing(after))
})

test('what cost nothing is not given back by itself, and when asked is given back at once', () => {
  const nothing = { amountMinor: 0, refundDueAmountMinor: 0, refundedAmountMinor: 0 }
  const reading: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }
  expect(applyReading({ ...nothing, state: 'paid' }, reading).state).toBe('paid')
  expect(applyReading({ ...nothing, state: 'refunding' }, reading).state).toBe('refunded')
})
