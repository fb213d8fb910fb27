import { describe, expect, test } from '@jest/globals'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { madeFileLifecycle } from './lifecycle.ts'

const EVENTS = ['wanted', 'made', 'failed'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  making: 'making ready failed',
  ready: 'making - -',
  failed: 'making - -',
} as const

describe.each(Object.entries(TABLE))('made file %s', (state, row) => {
  const from = state as keyof typeof TABLE
  test.each(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') expect(() => madeFileLifecycle.next(from, event)).toThrow(LifecycleError)
      else expect(madeFileLifecycle.next(from, event)).toBe(to)
    },
  )
})
