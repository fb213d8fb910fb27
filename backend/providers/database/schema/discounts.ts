import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { RedemptionState } from '#contract/discounts.ts'
import { createdAt, instant, isAnyOf, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'
import { payments } from './payments.ts'
import { users } from './users.ts'

/** Codes that make a purchase cheaper: of a campaign, or seats that a company has paid for. */
export const discounts = pgTable(
  'discounts',
  {
    id: uuid('id').primaryKey(),
    /**
     * SHA-256 of the normalized code, lower-case hex: a seat is worth money, so its code is not stored in plain text. A
     * name for a discount that the product gives by itself.
     */
    codeHash: text('code_hash').notNull().unique(),
    /** The operators' name: the code of a campaign, the last characters of a company's code. */
    label: text('label').notNull(),
    /** One of both: off the price, in whole percent, or in euro cents. */
    percent: integer('percent'),
    amountMinor: integer('amount_minor'),
    /** Least price it is valid for, in minor units of the currency of the payment. */
    minimumAmountMinor: integer('minimum_amount_minor').notNull().default(0),
    isFirstBundleOnly: boolean('is_first_bundle_only').notNull().default(false),
    /** Null where there is no limit. */
    usesMax: integer('uses_max'),
    usesPerUserMax: integer('uses_per_user_max'),
    expiresAt: instant('expires_at'),
    /** When it was withdrawn; existing and reserved uses stay valid. */
    disabledAt: instant('disabled_at'),
    /** The company's order that paid for it. */
    orderReference: text('order_reference').unique(),
    createdAt,
    updatedAt,
  },
  (t) => [
    check('discounts_one_value', sql`num_nonnulls(${t.percent}, ${t.amountMinor}) = 1`),
    check('discounts_percent_range', sql`${t.percent} between 1 and 100`),
    isAtLeast(t.amountMinor, 1),
    isAtLeast(t.minimumAmountMinor, 0),
    isAtLeast(t.usesMax, 0),
    isAtLeast(t.usesPerUserMax, 1),
    index('discounts_latest').on(t.createdAt.desc()),
  ],
)

/** One use of a code: held by a checkout, then used or given back. */
export const discountRedemptions = pgTable(
  'discount_redemptions',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payments.id, { onDelete: 'cascade' }),
    discountId: uuid('discount_id')
      .notNull()
      .references(() => discounts.id),
    /** Null once the account is gone: the use still counts. */
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    state: oneOf('state', RedemptionState).notNull(),
    /** The discount's amount. */
    cutAmountMinor: integer('cut_amount_minor').notNull(),
    /** When the checkout that reserves it ends. */
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.paymentId),
    isAtLeast(t.cutAmountMinor, 1),
    index('redemptions_of_discount')
      .on(t.discountId, t.uid)
      .where(isAnyOf(t.state, ['reserved', 'consumed'])),
    index('redemptions_of_user').on(t.uid),
    index('redemptions_reserved')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, ['reserved'])),
  ],
)
