import type { ShareState } from '#contract/sharing.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type ShareEvent = 'expire' | 'revoke'

export const shareLifecycle = defineLifecycle<ShareState, ShareEvent>('share', {
  active: { expire: 'expired', revoke: 'revoked' },
  expired: {},
  revoked: {},
})
