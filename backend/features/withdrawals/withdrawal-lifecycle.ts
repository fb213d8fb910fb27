import type { WithdrawalState } from '#contract/withdrawals.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type WithdrawalEvent = 'confirm' | 'set_aside' | 'resolve' | 'expire'

export const withdrawalLifecycle = defineLifecycle<WithdrawalState, WithdrawalEvent>('withdrawal', {
  requested: { confirm: 'confirmed', set_aside: 'in_review', expire: 'expired' },
  in_review: { resolve: 'confirmed' },
  confirmed: {},
  expired: {},
})
