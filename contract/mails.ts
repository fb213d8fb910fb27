import { z } from 'zod'

/** Every message the product sends by mail; each has its sentences in `messages/` under `mails`. */
export const MailTemplate = z.enum([
  'headshots-ready',
  'training-failed-refunded',
  'receipt',
  'payment-refunded',
  'payment-failed',
  'share-vote-summary',
  'retention-warning',
  'deletion-receipt',
  'export-ready',
  'withdrawal-confirmation',
  'withdrawal-receipt',
  'operator-review',
  'b2b-code',
  'directory-confirmation',
])
export type MailTemplate = z.infer<typeof MailTemplate>

/** queued -> sent | failed */
export const MailState = z.enum(['queued', 'sent', 'failed'])
export type MailState = z.infer<typeof MailState>

/** The account is gone · the server refuses the mail · every attempt failed. */
export const MailFailure = z.enum(['no_recipient', 'refused', 'attempts_exhausted'])
export type MailFailure = z.infer<typeof MailFailure>
