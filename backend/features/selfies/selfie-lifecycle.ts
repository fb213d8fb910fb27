import type { SelfieState } from '#contract/selfies.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type SelfieEvent = 'check_started' | 'accepted' | 'rejected'

export const selfieLifecycle = defineLifecycle<SelfieState, SelfieEvent>('selfie', {
  received: { check_started: 'checking', rejected: 'rejected' },
  // A check that was cut off starts again.
  checking: { check_started: 'checking', accepted: 'accepted', rejected: 'rejected' },
  // The verdict compares a selfie with the others, so each new one can change it.
  accepted: { accepted: 'accepted', rejected: 'rejected' },
  rejected: { accepted: 'accepted', rejected: 'rejected' },
})
