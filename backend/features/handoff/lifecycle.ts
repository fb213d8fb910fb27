import type { HandoffState } from '#contract/handoff.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type HandoffEvent = 'open' | 'expire' | 'revoke'

export const handoffLifecycle = defineLifecycle<HandoffState, HandoffEvent>('handoff', {
  issued: { open: 'opened', expire: 'expired', revoke: 'revoked' },
  opened: { expire: 'expired', revoke: 'revoked' },
  expired: {},
  revoked: {},
})
