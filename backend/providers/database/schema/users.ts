import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'

/** Who signed in at least once and owns something. `uid` is the identity provider's. */
export const users = pgTable('users', {
  uid: text('uid').primaryKey(),
  createdAt,
})
