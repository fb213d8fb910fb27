import type { MailState } from '#contract/mails.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type MailEvent = 'taken' | 'fail'

export const mailLifecycle = defineLifecycle<MailState, MailEvent>('mail', {
  queued: { taken: 'sent', fail: 'failed' },
  // A message cannot be called back, nor one that failed sent: what it said is forgotten.
  sent: {},
  failed: {},
})
