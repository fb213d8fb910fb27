import { pgTable, text } from 'drizzle-orm/pg-core'
import { Locale } from '#contract/locales.ts'
import { Currency } from '#contract/money.ts'
import { createdAt, instant, knownValues, oneOf } from '../columns.ts'

/** Who signed in at least once and owns something. `uid` is the identity provider's. */
export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    /** The language of mails; null until chosen. */
    locale: oneOf('locale', Locale),
    /** What prices are shown in; null follows the language. */
    currency: oneOf('currency', Currency),
    /** When the user was asked how they heard of the product; what they said is not kept with them. */
    acquisitionAskedAt: instant('acquisition_asked_at'),
    createdAt,
  },
  (t) => [...knownValues(t.uid)],
)
