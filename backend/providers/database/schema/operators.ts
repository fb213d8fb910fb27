import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { ReviewKind, ReviewState } from '#contract/operators.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'

/** Changes by operators: written once, in the transaction of the change. */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    command: text('command').notNull(),
    /** The changed object; null once it is a deleted account. */
    subject: text('subject'),
    why: text('why').notNull(),
    /** The operator, by a name of their own. */
    operator: text('operator').notNull(),
    createdAt,
  },
  (t) => [
    index('operator_actions_by_age').on(t.createdAt.desc()),
    index('operator_actions_of_subject').on(t.subject),
  ],
)

/** Cases that an operator has to look at: one row for each kind and subject. Contains no personal data. */
export const reviewItems = pgTable(
  'review_items',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: oneOf('kind', ReviewKind).notNull(),
    /** The id of the row it is about. */
    subject: text('subject').notNull(),
    /** The case's name for operators: an order reference where there is one. */
    reference: text('reference').notNull(),
    /** In the words of the cause. */
    detail: text('detail').notNull().default(''),
    state: oneOf('state', ReviewState).notNull(),
    /** Since when it waits. */
    openedAt: instant('opened_at').notNull(),
    /** When the operator's mail about it was enqueued; null before. */
    toldAt: instant('told_at'),
    closedAt: instant('closed_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    unique('review_item_once').on(t.kind, t.subject),
    index('review_items_open')
      .on(t.openedAt)
      .where(isAnyOf(t.state, ['open'])),
  ],
)

/** Operators' pauses and resumptions; no row where the configuration decides. */
export const pauses = pgTable('pauses', {
  /** `purchases`, `refunds`, or a queue. */
  name: text('name').primaryKey(),
  isPaused: boolean('is_paused').notNull(),
  createdAt,
  updatedAt,
})
