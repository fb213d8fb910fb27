import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { StyleNeed } from '#contract/styles.ts'
import { OPEN_TRAINING_STATES, TrainingFailure, TrainingStage, TrainingState } from '#contract/training.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { persons } from './persons.ts'

export const trainings = pgTable(
  'trainings',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    state: oneOf('state', TrainingState).notNull(),
    stage: oneOf('stage', TrainingStage),
    /** Percent of the whole training. */
    progress: integer('progress').notNull().default(0),
    failure: oneOf('failure', TrainingFailure),
    /** The engine's running job; stored before it is waited on. */
    engineJobId: text('engine_job_id'),
    /**
     * The ability that its engine needed for the style that began it; null where any engine may train, before the training
     * begins, and for trainings from before this column.
     */
    needs: oneOf('needs', StyleNeed),
    /** The selfies it trains on; null for trainings from before this was recorded. */
    selfieIds: uuid('selfie_ids').array(),
    /** The model, as a file in storage or as a version at the vendor's: one of them, set with `succeeded`. */
    modelKey: text('model_key'),
    modelVersion: text('model_version'),
    deadlineAt: instant('deadline_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('trainings_of_person').on(t.personId, t.createdAt.desc()),
    uniqueIndex('trainings_by_model_key').on(t.modelKey),
    index('trainings_open').on(t.deadlineAt).where(isAnyOf(t.state, OPEN_TRAINING_STATES)),
  ],
)
