import type { ReviewState } from '#contract/operators.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type ReviewEvent = 'close' | 'reopen'

export const reviewLifecycle = defineLifecycle<ReviewState, ReviewEvent>('review item', {
  open: { close: 'done' },
  done: { reopen: 'open' },
})
