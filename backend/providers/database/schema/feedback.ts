import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, updatedAt } from '../columns.ts'
import { bundles } from './bundles.ts'
import { persons } from './persons.ts'

const said = {
  /** Stars, 1..5. */
  rating: integer('rating').notNull(),
  text: text('text').notNull().default(''),
  wantsContact: boolean('wants_contact').notNull().default(false),
  createdAt,
  updatedAt,
}

/** The owner's last feedback on a person as a whole. */
export const personFeedback = pgTable(
  'person_feedback',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => persons.id, { onDelete: 'cascade' }),
    ...said,
  },
  (t) => [check('person_feedback_rating', sql`${t.rating} between 1 and 5`)],
)

/** The owner's last feedback on a bundle. */
export const bundleFeedback = pgTable(
  'bundle_feedback',
  {
    bundleId: uuid('bundle_id')
      .primaryKey()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    ...said,
  },
  (t) => [check('bundle_feedback_rating', sql`${t.rating} between 1 and 5`)],
)
