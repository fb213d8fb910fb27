import { test } from 'node:test'
import { expect } from 'expect'
import {
  BundleState,
  HELD_BUNDLE_STATES,
  LOST_BUNDLE_STATES,
  OPEN_BUNDLE_STATES,
  RUNNING_BUNDLE_STATES,
} from '#contract/bundles.ts'
import { LifecycleError } from '#backend/features/lifecycle.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { bundleLifecycle } from './bundle-lifecycle.ts'

const EVENTS = ['pay', 'queue', 'generate', 'wait', 'finish', 'fail', 'refund'] as const
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE = {
  locked: 'paid - - - - - -',
  paid: '- queued - - - failed -',
  queued: '- - generating - - failed -',
  generating: '- - generating paid ready failed -',
  ready: '- - - - - - refunded',
  failed: '- - - - - - refunded',
  refunded: '- - - - - - -',
} as const

describeEach(Object.entries(TABLE))('bundle %s', (state, row) => {
  const from = state as keyof typeof TABLE
  testEach(row.split(' ').map((to, index) => [EVENTS[index] ?? EVENTS[0], to] as const))(
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

test('open states can fail, running states have a job, and the states with headshots are these and `ready`', () => {
  const allowing = (event: (typeof EVENTS)[number]) =>
    BundleState.options.filter((state) => bundleLifecycle.allows(state, event))
  expect(OPEN_BUNDLE_STATES).toEqual(allowing('fail'))
  expect(RUNNING_BUNDLE_STATES).toEqual(allowing('generate'))
  const [open] = OPEN_BUNDLE_STATES
  const failed = bundleLifecycle.next(open ?? 'paid', 'fail')
  expect(LOST_BUNDLE_STATES).toEqual([failed, bundleLifecycle.next(failed, 'refund')])
  expect([...HELD_BUNDLE_STATES, ...LOST_BUNDLE_STATES, 'locked'].sort()).toEqual(
    [...BundleState.options].sort(),
  )
})
