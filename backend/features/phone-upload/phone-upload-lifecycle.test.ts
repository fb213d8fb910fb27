import { test } from 'node:test'
import { expect } from 'expect'
import { HandoffState, OPEN_HANDOFF_STATES } from '#contract/phone-upload.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { handoffLifecycle } from './phone-upload-lifecycle.ts'

const EVENTS = ['open', 'finish', 'expire', 'revoke'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  issued: 'opened - expired revoked',
  opened: '- finished expired revoked',
  finished: '- - - -',
  expired: '- - - -',
  revoked: '- - - -',
} as const

describeEach(Object.entries(TABLE))('handoff %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') expect(() => handoffLifecycle.next(from, event)).toThrow(LifecycleError)
      else expect(handoffLifecycle.next(from, event)).toBe(to)
    },
  )
})

test('open states are those that can be revoked', () => {
  expect(OPEN_HANDOFF_STATES).toEqual(
    HandoffState.options.filter((state) => handoffLifecycle.allows(state, 'revoke')),
  )
})
