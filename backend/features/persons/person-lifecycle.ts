import type { PersonState } from '#contract/persons.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type PersonEvent =
  | 'selfie_received'
  /** The checks count at least as many accepted selfies as a training needs. */
  | 'selfies_sufficient'
  | 'selfies_insufficient'
  | 'training_requested'
  | 'training_succeeded'
  | 'training_failed'
  /** A retraining from better selfies failed; the former model stays. */
  | 'retraining_failed'
  /** The consent was withdrawn, or the retention time has passed. */
  | 'selfies_dropped'

export const personLifecycle = defineLifecycle<PersonState, PersonEvent>('person', {
  // A check asked for before they were dropped may still come.
  draft: { selfie_received: 'uploading', selfies_insufficient: 'draft', selfies_dropped: 'draft' },
  uploading: {
    selfie_received: 'uploading',
    selfies_sufficient: 'ready',
    selfies_insufficient: 'uploading',
    selfies_dropped: 'draft',
  },
  // A later selfie can show that earlier ones were of a stranger.
  ready: {
    selfie_received: 'ready',
    selfies_sufficient: 'ready',
    selfies_insufficient: 'uploading',
    training_requested: 'training',
    selfies_dropped: 'draft',
  },
  // Running checks may end while the training runs and after it.
  training: {
    selfies_sufficient: 'training',
    selfies_insufficient: 'training',
    training_succeeded: 'trained',
    training_failed: 'failed',
    retraining_failed: 'trained',
    selfies_dropped: 'draft',
  },
  // Better selfies may come, and be learned from with the next bundle.
  trained: {
    selfie_received: 'trained',
    selfies_sufficient: 'trained',
    selfies_insufficient: 'trained',
    training_requested: 'training',
    selfies_dropped: 'draft',
  },
  failed: {
    selfie_received: 'failed',
    selfies_sufficient: 'failed',
    selfies_insufficient: 'failed',
    training_requested: 'training',
    selfies_dropped: 'draft',
  },
})
