'use client'

import { useLocale, useTranslations } from 'next-intl'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { CURRENCY_BY_LOCALE, FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { useCurrency } from '#components/shop/use-currency.ts'
import { formatAmount } from '#lib/i18n/amount.ts'

/** The prices, shown before any question: in the chosen currency, else that of the language. */
export function PriceLine({ className }: { className?: string }) {
  const t = useTranslations('persons')
  const locale = useLocale()
  const [ofAccount] = useCurrency()
  const currency = ofAccount ?? CURRENCY_BY_LOCALE[locale]
  const tiers = Object.values(TIER_AMOUNT_MINOR)
  const amount = (amountMinor: number) => formatAmount(amountMinor, currency, locale)
  return (
    <p className={className}>
      {t('price', {
        first: amount(FIRST_BUNDLE_AMOUNT_MINOR[currency]),
        count: HEADSHOTS_PER_BUNDLE,
        from: amount(Math.min(...tiers)),
        to: amount(Math.max(...tiers)),
      })}
    </p>
  )
}
