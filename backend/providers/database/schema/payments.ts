import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { Cares } from '#contract/cares.ts'
import { Currency } from '#contract/money.ts'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { DEFAULT_LOCALE, Locale } from '#contract/locales.ts'
import type { LookChoices } from '#contract/looks.ts'
import {
  OPEN_PAYMENT_STATES,
  CheckoutForm,
  PaymentHookName,
  PaymentProvider,
  PaymentState,
  RefundReason,
} from '#contract/payments.ts'
import { StyleId } from '#contract/styles.ts'
import { createdAt, instant, isAnyOf, isAtLeast, knownValues, oneOf, updatedAt } from '../columns.ts'
import { bundles } from './bundles.ts'
import { persons } from './persons.ts'
import { users } from './users.ts'

const someDigits = sql.raw(`substr(replace(gen_random_uuid()::text, '-', ''), 1, 5)`)
const SOME_REFERENCE = sql`upper(${someDigits} || '-' || ${someDigits})`

/** Consecutive over all users. A rolled back purchase leaves a gap. */
export const receiptNumbers = pgSequence('receipt_numbers')

/**
 * A purchase of one style; an order of several has one of them for each. Outlives person and user without naming them: the law
 * wants receipts kept.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    /**
     * The payment that leads the order this one is of: its reference, session, receipt number and code's use are the order's. Null
     * for the one that leads.
     */
    leadId: uuid('lead_id').references((): AnyPgColumn => payments.id),
    /** The customer's reference of the order. The default is for rows older than the column. */
    orderReference: text('order_reference').notNull().unique().default(SOME_REFERENCE),
    /** The idempotency key of the call that ordered it, or asked for it last; one that began twice gave it to both. */
    orderKey: text('order_key'),
    /** The receipt's number, from `receipt_numbers`; assigned on payment. */
    receiptNumber: integer('receipt_number').unique(),
    uid: text('uid').references(() => users.uid, { onDelete: 'set null' }),
    personId: uuid('person_id').references(() => persons.id, { onDelete: 'set null' }),
    styleId: oneOf('style_id', StyleId).notNull(),
    includesTraining: boolean('includes_training').notNull(),
    /** Headshots promised at the start of the purchase; a bundle holds as many. */
    promisedCount: integer('promised_count').notNull().default(HEADSHOTS_PER_BUNDLE),
    /** Promised headshots that are missing, whose share is refunded; the number never falls. */
    missingCount: integer('missing_count').notNull().default(0),
    /** The cares for the bundle; empty once the person is deleted. */
    cares: jsonb('cares').$type<Cares>().notNull().default({}),
    /** The customer's choices within a look; empty once the person is deleted. */
    look: jsonb('look').$type<LookChoices>().notNull().default({}),
    /** The purchased bundle; set with `fulfilledAt`. */
    bundleId: uuid('bundle_id').references(() => bundles.id, { onDelete: 'set null' }),
    state: oneOf('state', PaymentState).notNull(),
    provider: oneOf('provider', PaymentProvider).notNull(),
    /** The language of the provider's page and of mails. */
    locale: oneOf('locale', Locale).notNull().default(DEFAULT_LOCALE),
    /** Credits spent in place of money. */
    creditAmount: integer('credit_amount').notNull().default(0),
    /** The form in which the customer pays; a session keeps the one it was created with. */
    form: oneOf('form', CheckoutForm).notNull().default('page'),
    /** The provider's id; null until the provider was asked. */
    providerReference: text('provider_reference'),
    amountMinor: integer('amount_minor').notNull(),
    regularAmountMinor: integer('regular_amount_minor').notNull(),
    /** The refund that is due in all, and below it the part made so far. */
    refundDueAmountMinor: integer('refund_due_amount_minor').notNull().default(0),
    refundedAmountMinor: integer('refunded_amount_minor').notNull().default(0),
    refundReason: oneOf('refund_reason', RefundReason),
    currency: oneOf('currency', Currency).notNull(),
    /** When an unpaid session ends; while a bank processes the payment, when the provider is asked next. */
    expiresAt: instant('expires_at').notNull(),
    /** The provider's name of the method that paid, with a card's brand: `card/visa`. Null before, and where it says none. */
    paidBy: text('paid_by'),
    /** When a bank's decline was first seen. */
    declinedAt: instant('declined_at'),
    paidAt: instant('paid_at'),
    /** When the purchase was delivered, or refunded because it could not be. */
    fulfilledAt: instant('fulfilled_at'),
    /** When the headshots that it paid for were first handed over; null before, and where they never were. */
    deliveredAt: instant('delivered_at'),
    /** When the last due refund was made. */
    refundedAt: instant('refunded_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    ...knownValues(t.id),
    isAtLeast(t.amountMinor, 0),
    isAtLeast(t.creditAmount, 0),
    isAtLeast(t.promisedCount, 1),
    check('payments_missing', sql`0 <= ${t.missingCount} and ${t.missingCount} <= ${t.promisedCount}`),
    check('payments_regular_amount', sql`${t.regularAmountMinor} >= ${t.amountMinor}`),
    check(
      'payments_refund',
      sql`0 <= ${t.refundedAmountMinor} and ${t.refundedAmountMinor} <= ${t.refundDueAmountMinor} and ${t.refundDueAmountMinor} <= ${t.amountMinor}`,
    ),
    unique('payment_of_provider').on(t.provider, t.providerReference),
    uniqueIndex('payment_open_once').on(t.personId, t.styleId).where(isAnyOf(t.state, OPEN_PAYMENT_STATES)),
    uniqueIndex('payment_of_training_open_once')
      .on(t.personId)
      .where(sql`${isAnyOf(t.state, OPEN_PAYMENT_STATES)} and ${t.includesTraining}`),
    index('payments_of_user').on(t.uid, t.createdAt.desc()),
    index('payments_of_person').on(t.personId),
    index('payments_of_order').on(t.leadId),
    // All that the totals are made of, so that the rows themselves are not read.
    index('payments_totals').on(t.state, t.currency, t.refundReason, t.amountMinor, t.refundedAmountMinor),
    index('payments_of_bundle').on(t.bundleId),
    // All that the status of a month is made of, so that the rows themselves are not read.
    index('payments_of_month').on(
      t.paidAt,
      t.deliveredAt,
      t.refundReason,
      t.refundDueAmountMinor,
      t.amountMinor,
      t.leadId,
      t.id,
    ),
    index('payments_open')
      .on(t.expiresAt)
      .where(isAnyOf(t.state, [...OPEN_PAYMENT_STATES, 'processing'])),
    index('payments_disputed')
      .on(t.uid)
      .where(isAnyOf(t.state, ['disputed'])),
    index('payments_undelivered')
      .on(t.createdAt)
      .where(sql`${t.state} = 'paid' and ${t.bundleId} is not null and ${t.deliveredAt} is null`),
    index('payments_refunding')
      .on(t.createdAt)
      .where(isAnyOf(t.state, ['refunding'])),
  ],
)

/**
 * Events of a provider, each once. A job asks the provider about the named session or payment, and adds the session where an
 * event names its payment alone.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    hook: oneOf('hook', PaymentHookName).notNull(),
    /** The provider's own id of the event. */
    eventId: text('event_id').notNull(),
    /** In the provider's words. */
    type: text('type').notNull(),
    reference: text('reference'),
    paymentReference: text('payment_reference'),
    happenedAt: instant('happened_at').notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.hook, t.eventId] }),
    ...knownValues(t.hook),
    index('payment_events_of_id').on(t.eventId),
    index('payment_events_of_session').on(t.reference),
    index('payment_events_of_payment').on(t.paymentReference),
  ],
)
