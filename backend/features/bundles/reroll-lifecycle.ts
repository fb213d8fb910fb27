import type { RerollState } from '#contract/bundles.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type RerollEvent = 'start' | 'finish' | 'fail'

export const rerollLifecycle = defineLifecycle<RerollState, RerollEvent>('reroll', {
  queued: { start: 'making', fail: 'failed' },
  // One that was cut off, or whose picture did not pass, starts again.
  making: { start: 'making', finish: 'done', fail: 'failed' },
  done: {},
  failed: {},
})
