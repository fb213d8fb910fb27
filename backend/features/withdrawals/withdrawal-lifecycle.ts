import type { WithdrawalState } from '#contract/withdrawals.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type WithdrawalEvent = 'confirm' | 'expire'

export const withdrawalLifecycle = defineLifecycle<WithdrawalState, WithdrawalEvent>('withdrawal', {
  requested: { confirm: 'confirmed', expire: 'expired' },
  confirmed: {},
  expired: {},
})
