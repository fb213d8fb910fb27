import { test } from 'node:test'
import { expect } from 'expect'
import { OPEN_TRAINING_STATES, TrainingState } from '#contract/training.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { trainingLifecycle } from './training-lifecycle.ts'

const EVENTS = ['start', 'progress', 'succeed', 'fail', 'cancel'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  queued: 'starting - - failed canceled',
  starting: 'starting running - failed canceled',
  running: 'starting running succeeded failed canceled',
  succeeded: '- - - - -',
  failed: '- - - - -',
  canceled: '- - - - -',
} as const

describeEach(Object.entries(TABLE))('training %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') {
        expect(trainingLifecycle.allows(from, event)).toBe(false)
        expect(() => trainingLifecycle.next(from, event)).toThrow(LifecycleError)
      } else {
        expect(trainingLifecycle.next(from, event)).toBe(to)
      }
    },
  )
})

test('open states are those that can still end', () => {
  expect(OPEN_TRAINING_STATES).toEqual(
    TrainingState.options.filter((state) => Object.keys(trainingLifecycle.transitions[state]).length > 0),
  )
})
