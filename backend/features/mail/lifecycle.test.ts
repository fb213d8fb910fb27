import { expect, test } from '@jest/globals'
import { MailState } from '#contract/mails.ts'
import { mailLifecycle, type MailEvent } from './lifecycle.ts'

const EVENTS: readonly MailEvent[] = ['taken', 'fail']
const TABLE: Readonly<Record<MailState, readonly (MailState | null)[]>> = {
  queued: ['sent', 'failed'],
  sent: [null, null],
  failed: [null, null],
}

test.each(MailState.options)('from %s', (state) => {
  const led = EVENTS.map((event) =>
    mailLifecycle.allows(state, event) ? mailLifecycle.next(state, event) : null,
  )
  expect(led).toEqual(TABLE[state])
})
