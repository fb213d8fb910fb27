import type { Locale } from '#contract/locales.ts'
import type { Currency } from '#contract/money.ts'

/** An amount in minor units as the language writes it; whole amounts without cents ("9 €"). */
export function formatAmount(amountMinor: number, currency: Currency, locale: Locale): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100)
}
