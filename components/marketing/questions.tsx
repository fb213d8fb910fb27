import { DELIVERY_PROMISE_HOURS, GUARANTEE_DAYS } from '#contract/limits.ts'
import { CURRENCY_BY_LOCALE, FIRST_BUNDLE_AMOUNT_MINOR, TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { useLocale, useTranslations } from 'next-intl'
import { Section } from './section.tsx'

const TIERS = Object.values(TIER_AMOUNT_MINOR)
const QUESTIONS = ['face', 'cost', 'selfies', 'time', 'passport', 'mark'] as const

export function Questions() {
  const t = useTranslations('home.questions')
  const locale = useLocale()
  const currency = CURRENCY_BY_LOCALE[locale]
  const facts = {
    hours: DELIVERY_PROMISE_HOURS,
    price: formatAmount(FIRST_BUNDLE_AMOUNT_MINOR[currency], currency, locale),
    least: formatAmount(Math.min(...TIERS), currency, locale),
    most: formatAmount(Math.max(...TIERS), currency, locale),
    days: GUARANTEE_DAYS,
  }
  return (
    <Section id="questions" title={t('title')}>
      <div className="border-t border-hairline">
        {QUESTIONS.map((key) => (
          <details key={key} className="group border-b border-hairline">
            <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 text-lg font-semibold [&::-webkit-details-marker]:hidden">
              {t(`${key}.question`)}
              <svg
                viewBox="0 0 16 16"
                aria-hidden="true"
                className="size-4 shrink-0 text-accent-ink transition-transform group-open:rotate-45"
              >
                <path d="M8 0v16M0 8h16" stroke="currentColor" strokeWidth="2" />
              </svg>
            </summary>
            <p className="measure pb-6 text-ink-soft">{t(`${key}.answer`, facts)}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}
