import { test } from 'node:test'
import { expect } from 'expect'
import { SelfieState, UNCHECKED_SELFIE_STATES } from '#contract/selfies.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { selfieLifecycle } from './selfie-lifecycle.ts'

const EVENTS = ['check_started', 'accepted', 'rejected'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  received: 'checking - rejected',
  checking: 'checking accepted rejected',
  accepted: '- accepted rejected',
  rejected: '- accepted rejected',
} as const

describeEach(Object.entries(TABLE))('selfie %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') {
        expect(selfieLifecycle.allows(from, event)).toBe(false)
        expect(() => selfieLifecycle.next(from, event)).toThrow(LifecycleError)
      } else {
        expect(selfieLifecycle.next(from, event)).toBe(to)
      }
    },
  )
})

test('unchecked states are those whose check can start', () => {
  expect(UNCHECKED_SELFIE_STATES).toEqual(
    SelfieState.options.filter((state) => selfieLifecycle.allows(state, 'check_started')),
  )
})
