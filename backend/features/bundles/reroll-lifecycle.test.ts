import { test } from 'node:test'
import { expect } from 'expect'
import { OPEN_REROLL_STATES, RerollState } from '#contract/bundles.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { rerollLifecycle } from './reroll-lifecycle.ts'

const EVENTS = ['start', 'finish', 'fail'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  queued: 'making - failed',
  making: 'making done failed',
  done: '- - -',
  failed: '- - -',
} as const

describeEach(Object.entries(TABLE))('reroll %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') expect(() => rerollLifecycle.next(from, event)).toThrow(LifecycleError)
      else expect(rerollLifecycle.next(from, event)).toBe(to)
    },
  )
})

test('open states are those that can fail', () => {
  expect(OPEN_REROLL_STATES).toEqual(
    RerollState.options.filter((state) => rerollLifecycle.allows(state, 'fail')),
  )
})
