import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { Locale } from '#contract/locales.ts'
import { PaymentProvider } from '#contract/payments.ts'
import { createdAt, instant, isAtLeast, knownValues, oneOf } from '../columns.ts'

/** Seats a company paid for, once per session at the provider. No personal data: the code was sent by mail. */
export const seatOrders = pgTable(
  'seat_orders',
  {
    id: uuid('id').primaryKey(),
    provider: oneOf('provider', PaymentProvider).notNull(),
    providerReference: text('provider_reference').notNull(),
    seatCount: integer('seat_count').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** Lower-case ISO code: a company may pay in another currency than ours. */
    currency: text('currency').notNull(),
    locale: oneOf('locale', Locale).notNull(),
    refundedAmountMinor: integer('refunded_amount_minor').notNull().default(0),
    /** When the uses that were left were taken away, because the money went back or is disputed. */
    disabledAt: instant('disabled_at'),
    createdAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.seatCount, 1),
    isAtLeast(t.amountMinor, 0),
    isAtLeast(t.refundedAmountMinor, 0),
    unique('seat_order_of_provider').on(t.provider, t.providerReference),
  ],
)
