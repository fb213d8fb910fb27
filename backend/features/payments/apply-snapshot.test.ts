import { test } from 'node:test'
import { expect } from 'expect'
import type { PaymentState } from '#contract/payments.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { testEach } from '#tests/support/each.ts'
import { applySnapshot } from './apply-snapshot.ts'

const AMOUNT_MINOR = 900
type Figures = [state: PaymentState, dueMinor: number, refundedMinor: number]
type Snapshot = [PaymentOutcome['status'], refundedMinor: number, PaymentOutcome['dispute']]

testEach<[string, Figures, Snapshot, Figures]>([
  ['an open session is not paid', ['pending', 0, 0], ['open', 0, 'none'], ['pending', 0, 0]],
  ['an open session is paid', ['pending', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
  ['a bank processes the payment', ['pending', 0, 0], ['processing', 0, 'none'], ['processing', 0, 0]],
  ['it still is', ['processing', 0, 0], ['processing', 0, 'none'], ['processing', 0, 0]],
  ['it has paid', ['processing', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
  ['it has refused', ['processing', 0, 0], ['expired', 0, 'none'], ['expired', 0, 0]],
  ['paid, and an older answer comes late', ['paid', 0, 0], ['processing', 0, 'none'], ['paid', 0, 0]],
  [
    'a page that ended was used after all',
    ['expired', 0, 0],
    ['processing', 0, 'none'],
    ['processing', 0, 0],
  ],
  ['an inquiry was closed', ['paid', 0, 0], ['paid', 0, 'won'], ['paid', 0, 0]],
  ['lost, with a refund under way', ['refunding', 900, 0], ['paid', 0, 'lost'], ['refunded', 900, 900]],
  [
    'a dispute is lost after a partial refund',
    ['disputed', 300, 300],
    ['paid', 300, 'lost'],
    ['refunded', 900, 900],
  ],
  ['an open session expires', ['pending', 0, 0], ['expired', 0, 'none'], ['expired', 0, 0]],
  ['an expired session was paid after all', ['expired', 0, 0], ['paid', 0, 'none'], ['paid', 0, 0]],
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
  const figures = ([state, dueMinor, refundedMinor]: Figures) => ({
    state,
    amountMinor: AMOUNT_MINOR,
    refundDueAmountMinor: dueMinor,
    refundedAmountMinor: refundedMinor,
  })
  const snapshot = { status, refundedAmountMinor, dispute }
  const applied = applySnapshot(figures(before), snapshot)
  expect(applied).toEqual(figures(after))
  expect(applySnapshot(applied, snapshot)).toEqual(applied)
})

testEach<[string, Figures, [refundedMinor: number, lostMinor: number], Figures]>([
  ['a part of it', ['disputed', 0, 0], [0, 300], ['paid', 300, 300]],
  ['a part of it, unseen until then', ['paid', 0, 0], [0, 300], ['paid', 300, 300]],
  ['a part, after another was given back', ['disputed', 200, 200], [200, 300], ['paid', 500, 500]],
  ['the rest of it', ['disputed', 600, 600], [600, 300], ['refunded', 900, 900]],
  ['a part, and all of it is due', ['disputed', 900, 0], [0, 300], ['refunding', 900, 300]],
  ['more than was paid', ['disputed', 0, 0], [0, 950], ['refunded', 900, 900]],
])('a bank took %s', (_what, before, [refundedAmountMinor, lostAmountMinor], after) => {
  const figures = ([state, dueMinor, refundedMinor]: Figures) => ({
    state,
    amountMinor: AMOUNT_MINOR,
    refundDueAmountMinor: dueMinor,
    refundedAmountMinor: refundedMinor,
  })
  const snapshot = { status: 'paid', refundedAmountMinor, dispute: 'lost', lostAmountMinor } as const
  const applied = applySnapshot(figures(before), snapshot)
  expect(applied).toEqual(figures(after))
  expect(applySnapshot(applied, snapshot)).toEqual(applied)
})

testEach<[string, Figures, number, Figures]>([
  ['all of it', ['refunded', 900, 900], 0, ['refunding', 900, 0]],
  ['a part', ['paid', 300, 300], 0, ['refunding', 300, 0]],
  ['one of two parts', ['refunded', 900, 900], 300, ['refunding', 900, 300]],
  ['and went out anew', ['refunding', 900, 0], 900, ['refunded', 900, 900]],
  ['before it was noted as gone', ['refunding', 900, 0], 0, ['refunding', 900, 0]],
])('a refund came back: %s', (_what, before, refundedAmountMinor, after) => {
  const figures = ([state, dueMinor, refundedMinor]: Figures) => ({
    state,
    amountMinor: AMOUNT_MINOR,
    refundDueAmountMinor: dueMinor,
    refundedAmountMinor: refundedMinor,
  })
  const snapshot = { status: 'paid', refundedAmountMinor, dispute: 'none', hasFailedRefund: true } as const
  expect(applySnapshot(figures(before), snapshot)).toEqual(figures(after))
})

test('a free purchase is not refunded automatically, and on request at once', () => {
  const nothing = { amountMinor: 0, refundDueAmountMinor: 0, refundedAmountMinor: 0 }
  const snapshot: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }
  expect(applySnapshot({ ...nothing, state: 'paid' }, snapshot).state).toBe('paid')
  expect(applySnapshot({ ...nothing, state: 'refunding' }, snapshot).state).toBe('refunded')
})
