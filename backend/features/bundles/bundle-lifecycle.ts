import type { BundleState } from '#contract/bundles.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type BundleEvent = 'pay' | 'queue' | 'generate' | 'wait' | 'finish' | 'fail' | 'refund'

export const bundleLifecycle = defineLifecycle<BundleState, BundleEvent>('bundle', {
  locked: { pay: 'paid' },
  // Paid and waiting for the person's training, whose failure ends it.
  paid: { queue: 'queued', fail: 'failed' },
  queued: { generate: 'generating', fail: 'failed' },
  // Where no model of the person makes the style, it waits for one.
  generating: { generate: 'generating', wait: 'paid', finish: 'ready', fail: 'failed' },
  ready: { refund: 'refunded' },
  failed: { refund: 'refunded' },
  refunded: {},
})
