import type { HandoffState } from '#contract/phone-upload.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type HandoffEvent = 'open' | 'finish' | 'expire' | 'revoke'

export const handoffLifecycle = defineLifecycle<HandoffState, HandoffEvent>('handoff', {
  issued: { open: 'opened', expire: 'expired', revoke: 'revoked' },
  opened: { finish: 'finished', expire: 'expired', revoke: 'revoked' },
  finished: {},
  expired: {},
  revoked: {},
})
