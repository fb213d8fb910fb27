import type { CorrectionState } from '#contract/directory-corrections.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type CorrectionEvent =
  'confirm_correction' | 'confirm_removal' | 'expire' | 'accept' | 'reject' | 'restore'

export const correctionLifecycle = defineLifecycle<CorrectionState, CorrectionEvent>('correction', {
  requested: { confirm_correction: 'open', confirm_removal: 'removed', expire: 'expired' },
  open: { accept: 'accepted', reject: 'rejected' },
  removed: { restore: 'restored' },
  accepted: {},
  rejected: {},
  restored: {},
  expired: {},
})
