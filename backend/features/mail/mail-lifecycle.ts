import type { MailState } from '#contract/mails.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type MailEvent = 'taken' | 'fail'

export const mailLifecycle = defineLifecycle<MailState, MailEvent>('mail', {
  queued: { taken: 'sent', fail: 'failed' },
  // A sent or failed message is final: its content is deleted.
  sent: {},
  failed: {},
})
