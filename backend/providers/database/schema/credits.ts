import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { CreditReason } from '#contract/credits.ts'
import { createdAt, isAtLeast, knownValues, oneOf } from '../columns.ts'
import { payments } from './payments.ts'
import { users } from './users.ts'

/**
 * Changes of a user's credits: written once, never changed, deleted with the account. The balance is the sum of the
 * amounts; each entry carries it, so that the database itself refuses one below zero.
 */
export const creditEntries = pgTable(
  'credit_entries',
  {
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    ordinal: integer('ordinal').notNull(),
    amount: integer('amount').notNull(),
    /** After this entry. */
    balance: integer('balance').notNull(),
    reason: oneOf('reason', CreditReason).notNull(),
    /** Names the reason; the same reason is never entered twice. */
    entryKey: text('entry_key').notNull(),
    /** The purchase it belongs to. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.ordinal] }),
    ...knownValues(t.uid),
    check('credit_entries_amount_some', sql`${t.amount} <> 0`),
    isAtLeast(t.balance, 0),
    unique('credit_entered_once').on(t.uid, t.entryKey),
    index('credit_entries_of_payment').on(t.paymentId),
  ],
)
