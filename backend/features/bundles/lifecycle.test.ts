import { describe, expect, test } from '@jest/globals'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { bundleLifecycle } from './lifecycle.ts'

const EVENTS = ['pay', 'queue', 'generate', 'finish', 'fail', 'refund'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  locked: 'paid - - - - -',
  paid: '- queued - - failed -',
  queued: '- - generating - failed -',
  generating: '- - generating ready failed -',
  ready: '- - - - - refunded',
  failed: '- - - - - refunded',
  refunded: '- - - - - -',
} as const

describe.each(Object.entries(TABLE))('bundle %s', (state, row) => {
  const from = state as keyof typeof TABLE
  test.each(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') {
        expect(bundleLifecycle.allows(from, event)).toBe(false)
        expect(() => bundleLifecycle.next(from, event)).toThrow(LifecycleError)
      } else {
        expect(bundleLifecycle.next(from, event)).toBe(to)
      }
    },
  )
})
