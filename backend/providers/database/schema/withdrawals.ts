import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { Locale } from '#contract/locales.ts'
import { WithdrawalState } from '#contract/withdrawals.ts'
import { createdAt, instant, isAnyOf, knownValues, oneOf } from '../columns.ts'
import { payments } from './payments.ts'

/** Withdrawals from a purchase, by a person who knows its order reference and address. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    state: oneOf('state', WithdrawalState).notNull(),
    /**
     * Cleared when the acknowledgement is enqueued, when an operator has dealt with it, or when it is not confirmed in
     * time.
     */
    email: text('email'),
    /** The reference as the customer typed it. */
    orderReference: text('order_reference').notNull(),
    locale: oneOf('locale', Locale).notNull(),
    /** The payment that the reference and address match. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    createdAt,
  },
  (t) => [
    ...knownValues(t.id),
    index('withdrawals_requested')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, ['requested'])),
    index('withdrawals_in_review')
      .on(t.confirmedAt)
      .where(isAnyOf(t.state, ['in_review'])),
    index('withdrawals_of_payment').on(t.paymentId),
  ],
)
