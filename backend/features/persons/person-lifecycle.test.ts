import { test } from 'node:test'
import { expect } from 'expect'
import { PersonState, SELFIE_TAKING_PERSON_STATES } from '#contract/persons.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { personLifecycle } from './person-lifecycle.ts'

const EVENTS = [
  'selfie_received',
  'selfies_sufficient',
  'selfies_insufficient',
  'training_requested',
  'training_succeeded',
  'training_failed',
  'retraining_failed',
  'selfies_dropped',
] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  draft: 'uploading - draft - - - - draft',
  uploading: 'uploading ready uploading - - - - draft',
  ready: 'ready ready uploading training - - - draft',
  training: '- training training - trained failed trained draft',
  trained: 'trained trained trained training - - - draft',
  failed: 'failed failed failed training - - - draft',
} as const

describeEach(Object.entries(TABLE))('person %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
    '%s -> %s',
    (event, to) => {
      if (to === '-') {
        expect(personLifecycle.allows(from, event)).toBe(false)
        expect(() => personLifecycle.next(from, event)).toThrow(LifecycleError)
      } else {
        expect(personLifecycle.next(from, event)).toBe(to)
      }
    },
  )
})

test('selfies are accepted in the states that allow `selfie_received`', () => {
  expect(SELFIE_TAKING_PERSON_STATES).toEqual(
    PersonState.options.filter((state) => personLifecycle.allows(state, 'selfie_received')),
  )
})
