import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { PersonDeletionState } from '#contract/deletion.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { users } from './users.ts'

/** Deleted persons, while data of them is left and afterwards: the counts, and when everything was gone. */
export const personDeletions = pgTable(
  'person_deletions',
  {
    /** The receipt's. */
    id: uuid('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    state: oneOf('state', PersonDeletionState).notNull(),
    /**
     * The person whose files are still searched for, and the models the engine has to delete until it confirms; null
     * and none when done.
     */
    personId: uuid('person_id'),
    models: jsonb('models').notNull(),
    selfieCount: integer('selfie_count').notNull(),
    headshotCount: integer('headshot_count').notNull(),
    modelCount: integer('model_count').notNull(),
    shareCount: integer('share_count').notNull(),
    fileCount: integer('file_count').notNull(),
    keptPaymentCount: integer('kept_payment_count').notNull(),
    finishedAt: instant('finished_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('person_deletions_of_user').on(t.uid),
    index('person_deletions_open')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['requested'])),
  ],
)
