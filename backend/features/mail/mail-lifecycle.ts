import type { MailState } from '#contract/mails.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type MailEvent = 'taken' | 'fail' | 'resend'

export const mailLifecycle = defineLifecycle<MailState, MailEvent>('mail', {
  queued: { taken: 'sent', fail: 'failed' },
  // Its content is deleted.
  sent: {},
  // An operator may have it sent again, as long as its content is kept.
  failed: { resend: 'queued' },
})
