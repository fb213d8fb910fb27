import type { Locale } from '#contract/locales.ts'
import {
  CURRENCY_BY_LOCALE,
  FIRST_BUNDLE_AMOUNT_MINOR,
  TIER_AMOUNT_MINOR,
  type Currency,
} from '#contract/money.ts'

/** An amount in minor units as the language writes it; whole amounts without cents ("9 €"). */
export function formatAmount(amountMinor: number, currency: Currency, locale: Locale): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100)
}

/** Writes amounts that stand one below the other: with cents, all of them, where one has some. */
export function formatAmounts(
  amountsMinor: readonly number[],
  currency: Currency,
  locale: Locale,
): (amountMinor: number) => string {
  if (amountsMinor.every((amountMinor) => amountMinor % 100 === 0))
    return (amountMinor) => formatAmount(amountMinor, currency, locale)
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return (amountMinor) => format.format(amountMinor / 100)
}

const TIERS = Object.values(TIER_AMOUNT_MINOR)

/** The price of a first bundle in a language's currency, and the lowest and highest of a further one. */
export function pricesIn(locale: Locale, currency: Currency = CURRENCY_BY_LOCALE[locale]) {
  return {
    price: formatAmount(FIRST_BUNDLE_AMOUNT_MINOR[currency], currency, locale),
    least: formatAmount(Math.min(...TIERS), currency, locale),
    most: formatAmount(Math.max(...TIERS), currency, locale),
  }
}
