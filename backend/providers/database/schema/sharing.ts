import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ShareState } from '#contract/sharing.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf, updatedAt } from '../columns.ts'
import { persons } from './persons.ts'

/** Links by which others see a person; the token in a link is kept as its hash alone. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => persons.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, lower-case hex. */
    tokenHash: text('token_hash').notNull().unique(),
    state: oneOf('state', ShareState).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('shares_of_person').on(t.personId, t.createdAt.desc()),
    index('shares_active')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, ['active'])),
  ],
)
