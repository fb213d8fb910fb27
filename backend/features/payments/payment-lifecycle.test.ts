import { test } from 'node:test'
import { expect } from 'expect'
import { OPEN_PAYMENT_STATES, PaymentState } from '#contract/payments.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'

const EVENTS = [
  'session_opened',
  'paid',
  'expired',
  'refund_requested',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  created: 'pending paid expired - - - - - - -',
  pending: 'pending paid expired - - - - - - -',
  expired: '- paid - - - - - - - -',
  paid: '- - - refunding - - refunding disputed - -',
  refunding: '- - - refunding paid refunded - disputed - -',
  disputed: '- - - - - - - - paid refunded',
  refunded: '- - - - - - refunding - - -',
} as const

describeEach(Object.entries(TABLE))('payment %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') {
        expect(paymentLifecycle.allows(from, event)).toBe(false)
        expect(() => paymentLifecycle.next(from, event)).toThrow(LifecycleError)
      } else {
        expect(paymentLifecycle.next(from, event)).toBe(to)
      }
    },
  )
})

test('open states are those that can expire', () => {
  expect(OPEN_PAYMENT_STATES).toEqual(
    PaymentState.options.filter((state) => paymentLifecycle.allows(state, 'session_opened')),
  )
})
