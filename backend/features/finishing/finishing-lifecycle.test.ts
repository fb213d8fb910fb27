import { expect } from 'expect'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { madeFileLifecycle } from './finishing-lifecycle.ts'

const EVENTS = ['wanted', 'made', 'failed'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  making: 'making ready failed',
  ready: 'making - -',
  failed: 'making - -',
} as const

describeEach(Object.entries(TABLE))('made file %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') expect(() => madeFileLifecycle.next(from, event)).toThrow(LifecycleError)
      else expect(madeFileLifecycle.next(from, event)).toBe(to)
    },
  )
})
