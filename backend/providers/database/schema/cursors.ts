import { pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from '../columns.ts'

/** How far the work went that goes through something larger than one run: the last key done, empty at the start. */
export const cursors = pgTable('cursors', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
  updatedAt,
})
