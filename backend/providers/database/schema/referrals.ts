import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, isAtLeast, updatedAt } from '../columns.ts'
import { payments } from './payments.ts'
import { users } from './users.ts'

/** The code by which a user refers friends. */
export const referralCodes = pgTable('referral_codes', {
  uid: text('uid')
    .primaryKey()
    .references(() => users.uid, { onDelete: 'cascade' }),
  code: text('code').notNull().unique(),
  createdAt,
})

/** Referred users, each with their referrer. */
export const referrals = pgTable(
  'referrals',
  {
    /** The friend: referred once. */
    uid: text('uid')
      .primaryKey()
      .references(() => users.uid, { onDelete: 'cascade' }),
    referrerUid: text('referrer_uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** The part of the reward that the referrer still has. */
    rewardedCredits: integer('rewarded_credits').notNull().default(0),
    /** The purchase that earned it; null before, and after its refund. */
    paymentId: uuid('payment_id')
      .unique()
      .references(() => payments.id, { onDelete: 'set null' }),
    createdAt,
    updatedAt,
  },
  (t) => [
    check('referrals_of_another', sql`${t.uid} <> ${t.referrerUid}`),
    isAtLeast(t.rewardedCredits, 0),
    index('referrals_of_referrer').on(t.referrerUid),
  ],
)
