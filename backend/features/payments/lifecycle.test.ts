import { describe, expect, test } from '@jest/globals'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { paymentLifecycle } from './lifecycle.ts'

const EVENTS = ['pay', 'refund'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  created: 'paid -',
  paid: '- refunded',
  refunded: '- -',
} as const

describe.each(Object.entries(TABLE))('payment %s', (state, row) => {
  const from = state as keyof typeof TABLE
  test.each(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
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
