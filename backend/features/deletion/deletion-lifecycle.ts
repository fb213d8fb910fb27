import type { PersonDeletionState } from '#contract/deletion.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export const personDeletionLifecycle = defineLifecycle<PersonDeletionState, 'confirmed'>('person deletion', {
  requested: { confirmed: 'done' },
  done: {},
})
