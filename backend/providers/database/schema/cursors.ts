import { pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from '../columns.ts'

/** Progress of work that takes several runs: the last key done, empty at the start. */
export const cursors = pgTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
  updatedAt,
})
