import type { PreviewState } from '#contract/previews.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

/** `wanted`: from a selfie that it was not made from yet. */
export type PreviewEvent = 'wanted' | 'made' | 'failed'

export const previewLifecycle = defineLifecycle<PreviewState, PreviewEvent>('preview', {
  making: { wanted: 'making', made: 'ready', failed: 'failed' },
  ready: { wanted: 'making' },
  failed: { wanted: 'making' },
})
