import type { DeletionState, ExportState } from '#contract/account.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type DeletionEvent = 'rows_gone' | 'identity_gone' | 'something_came' | 'confirmed'

export const deletionLifecycle = defineLifecycle<DeletionState, DeletionEvent>('deletion', {
  requested: { rows_gone: 'emptied' },
  emptied: { identity_gone: 'signed_off' },
  // A call with a token that was still valid may have added data.
  signed_off: { something_came: 'requested', confirmed: 'done' },
  done: {},
})

export type ExportEvent = 'written' | 'fail'

export const exportLifecycle = defineLifecycle<ExportState, ExportEvent>('export', {
  making: { written: 'ready', fail: 'failed' },
  ready: {},
  failed: {},
})
