import type { RedemptionState } from '#contract/discounts.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type RedemptionEvent = 'consume' | 'release' | 'give_back'

export const redemptionLifecycle = defineLifecycle<RedemptionState, RedemptionEvent>('redemption', {
  reserved: { consume: 'consumed', release: 'released' },
  // The purchase was refunded: the use is as good as before.
  consumed: { give_back: 'released' },
  // An open page was paid after all; its price is valid.
  released: { consume: 'consumed' },
})
