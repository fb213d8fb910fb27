import type { TrainingState } from '#contract/training.ts'
import { defineLifecycle } from '#backend/features/lifecycle.ts'

export type TrainingEvent = 'start' | 'progress' | 'succeed' | 'fail' | 'cancel'

export const trainingLifecycle = defineLifecycle<TrainingState, TrainingEvent>('training', {
  queued: { start: 'starting', fail: 'failed', cancel: 'canceled' },
  // After an interruption the next attempt starts again, with the prepared selfies.
  starting: { start: 'starting', progress: 'running', fail: 'failed', cancel: 'canceled' },
  running: {
    start: 'starting',
    progress: 'running',
    succeed: 'succeeded',
    fail: 'failed',
    cancel: 'canceled',
  },
  succeeded: {},
  failed: {},
  canceled: {},
})
