import { z } from 'zod'
import type { Locale } from './locales.ts'

export const Currency = z.enum(['USD', 'EUR'])
export type Currency = z.infer<typeof Currency>

/** An amount in integer minor units (cents). */
export const AmountMinor = z.int().nonnegative()

export const PriceTier = z.enum(['sg_099', 'sg_199', 'sg_299', 'sg_399'])
export type PriceTier = z.infer<typeof PriceTier>

/** Price of each further bundle of a person; the same digits in every currency. */
export const TIER_AMOUNT_MINOR: Readonly<Record<PriceTier, number>> = {
  sg_099: 99,
  sg_199: 199,
  sg_299: 299,
  sg_399: 399,
}

/** Price of a person's first bundle, training included. */
export const FIRST_BUNDLE_AMOUNT_MINOR: Readonly<Record<Currency, number>> = { USD: 1000, EUR: 900 }

export const CURRENCY_BY_LOCALE: Readonly<Record<Locale, Currency>> = {
  en: 'USD',
  de: 'EUR',
  fr: 'EUR',
  es: 'EUR',
  it: 'EUR',
}

export const Price = z
  .object({
    amountMinor: AmountMinor.meta({ description: 'What is charged' }),
    regularAmountMinor: AmountMinor.meta({ description: 'What it costs without a discount' }),
    currency: Currency,
  })
  .meta({ id: 'Price' })
export type Price = z.infer<typeof Price>
