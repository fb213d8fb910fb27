import { expect } from 'expect'
import { MailState } from '#contract/mails.ts'
import { testEach } from '#tests/support/each.ts'
import { mailLifecycle, type MailEvent } from './mail-lifecycle.ts'

const EVENTS: readonly MailEvent[] = ['taken', 'fail']
const TABLE: Readonly<Record<MailState, readonly (MailState | null)[]>> = {
  queued: ['sent', 'failed'],
  sent: [null, null],
  failed: [null, null],
}

testEach(MailState.options)('from %s', (state) => {
  const led = EVENTS.map((event) =>
    mailLifecycle.allows(state, event) ? mailLifecycle.next(state, event) : null,
  )
  expect(led).toEqual(TABLE[state])
})
