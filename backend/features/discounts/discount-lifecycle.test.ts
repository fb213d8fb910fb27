import { expect } from 'expect'
import { RedemptionState } from '#contract/discounts.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { redemptionLifecycle, type RedemptionEvent } from './discount-lifecycle.ts'

const EVENTS: readonly RedemptionEvent[] = ['consume', 'release', 'give_back']
/** For each state, where every event leads, in the order above; `-` is refused. */
const TABLE: Readonly<Record<RedemptionState, string>> = {
  reserved: 'consumed released -',
  consumed: '- - released',
  released: 'consumed - -',
}

describeEach(RedemptionState.options)('a use that is %s', (state) => {
  testEach(TABLE[state].split(' ').map((to, index) => [EVENTS[index] ?? 'consume', to] as const))(
    '%s -> %s',
    (event, to) => {
      expect(redemptionLifecycle.transitions[state][event] ?? '-').toBe(to)
    },
  )
})
