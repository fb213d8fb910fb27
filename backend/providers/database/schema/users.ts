import { pgTable, text } from 'drizzle-orm/pg-core'
import { Locale } from '#contract/locales.ts'
import { Currency } from '#contract/money.ts'
import { createdAt, instant, knownValues, oneOf } from '../columns.ts'

/** Users who signed in at least once and own data. `uid` is the identity provider's. */
export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    /** The language of mails; null until chosen. */
    locale: oneOf('locale', Locale),
    /** The currency of shown prices; null follows the language. */
    currency: oneOf('currency', Currency),
    /** When the user was asked where they heard of the product; the answer is stored without the user. */
    acquisitionAskedAt: instant('acquisition_asked_at'),
    createdAt,
  },
  (t) => [...knownValues(t.uid)],
)
