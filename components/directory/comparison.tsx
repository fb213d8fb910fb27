import { DELIVERY_PROMISE_HOURS, GUARANTEE_DAYS } from '#contract/limits.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { pricesIn } from '#lib/i18n/amount.ts'
import { useLocale, useTranslations } from 'next-intl'

const ROWS = ['price', 'time', 'direction', 'light', 'official', 'group'] as const

/** A photo studio and the product, side by side, each with its advantages. */
export function Comparison() {
  const t = useTranslations('directory.compare')
  const locale = useLocale()
  const facts = { price: pricesIn(locale).price, hours: DELIVERY_PROMISE_HOURS, days: GUARANTEE_DAYS }
  return (
    <section aria-labelledby="compare-title" className="bg-wash">
      <div className="wrap py-14 sm:py-20">
        <h2 id="compare-title" className="max-w-[22ch] text-2xl lg:text-3xl">
          {t('title')}
        </h2>
        <div className="mt-8 hidden border-b border-edge pb-2 text-sm font-semibold sm:grid sm:grid-cols-[1fr_1.4fr_1.4fr] sm:gap-x-8">
          <span aria-hidden="true" className="col-start-2">
            {t('studio')}
          </span>
          <span aria-hidden="true" className="text-accent-ink">
            {t('ours')}
          </span>
        </div>
        <dl className="mt-6 border-t border-edge sm:mt-0 sm:border-t-0">
          {ROWS.map((row) => (
            <div
              key={row}
              className="grid gap-x-8 gap-y-2 border-b border-hairline py-4 sm:grid-cols-[1fr_1.4fr_1.4fr]"
            >
              <dt className="font-semibold">{t(`rows.${row}.label`)}</dt>
              <dd className="text-sm">
                <span className="block text-ink-soft sm:sr-only">{t('studio')}</span>
                {t(`rows.${row}.studio`)}
              </dd>
              <dd className="text-sm">
                <span className="block text-accent-ink sm:sr-only">{t('ours')}</span>
                {t(`rows.${row}.ours`, facts)}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-8 grid items-start gap-x-8 gap-y-6 lg:grid-cols-12">
          <p className="measure lg:col-span-8">{t('advice')}</p>
          <ButtonLink
            href={`/${locale}/persons/new`}
            size="lg"
            block
            className="lg:col-span-4 lg:justify-self-end"
          >
            {t('action')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
