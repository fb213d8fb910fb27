import type { DeletionState } from '#contract/account.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type DeletionEvent = 'rows_gone' | 'identity_gone' | 'something_came' | 'confirmed'

export const deletionLifecycle = defineLifecycle<DeletionState, DeletionEvent>('deletion', {
  requested: { rows_gone: 'emptied' },
  emptied: { identity_gone: 'signed_off' },
  // A token that was good for a last minute may have brought something.
  signed_off: { something_came: 'requested', confirmed: 'done' },
  done: {},
})
