import { z } from 'zod'

/** queued -> starting -> running(progress, stage) -> succeeded | failed(code) | canceled */
export const TrainingState = z.enum(['queued', 'starting', 'running', 'succeeded', 'failed', 'canceled'])
export type TrainingState = z.infer<typeof TrainingState>

/** Not ended yet. */
export const OPEN_TRAINING_STATES: readonly TrainingState[] = ['queued', 'starting', 'running']

/** Stages of a running training. */
export const TrainingStage = z.enum(['reading', 'cutting_out', 'measuring', 'storing'])
export type TrainingStage = z.infer<typeof TrainingStage>

/** Why a training ended without a model; `refused`: by the safety check of who would have trained. */
export const TrainingFailure = z.enum(['engine_failed', 'deadline_passed', 'selfies_unusable', 'refused'])
export type TrainingFailure = z.infer<typeof TrainingFailure>

export const Training = z
  .object({
    state: TrainingState,
    stage: TrainingStage.nullable(),
    progress: z.int().min(0).max(100).meta({ description: 'Percent of the whole training' }),
    remainingSeconds: z.int().nonnegative().nullable().meta({ description: 'Estimate; null when unknown' }),
    failure: TrainingFailure.nullable(),
    queuedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Training' })
export type Training = z.infer<typeof Training>
