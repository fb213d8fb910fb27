import type { MadeFileState } from '#contract/headshot-files.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type MadeFileEvent = 'wanted' | 'made' | 'failed'

/** The states of an exported file, and of a ZIP of exports. */
export const madeFileLifecycle = defineLifecycle<MadeFileState, MadeFileEvent>('made file', {
  making: { wanted: 'making', made: 'ready', failed: 'failed' },
  // A ZIP is made again when its bundle has changed.
  ready: { wanted: 'making' },
  failed: { wanted: 'making' },
})
