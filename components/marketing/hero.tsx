import { ButtonLink } from '#components/ui/button.tsx'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import { pricesIn } from '#lib/i18n/amount.ts'
import { useLocale, useTranslations } from 'next-intl'
import { ContactSheet } from './contact-sheet.tsx'

export function Hero() {
  const t = useTranslations('home.hero')
  const locale = useLocale()
  const { price } = pricesIn(locale)
  return (
    <section className="wrap grid gap-x-8 gap-y-8 pt-8 pb-14 sm:pt-12 lg:grid-cols-12 lg:grid-rows-[auto_1fr_auto] lg:gap-y-12 lg:pt-14 lg:pb-20">
      <h1 className="max-w-[17ch] text-3xl sm:text-5xl lg:col-span-12 lg:max-w-none xl:text-6xl">
        {t('title')}
      </h1>
      <div className="lg:col-span-4">
        <p className="max-w-[42ch] text-lg">{t('lead')}</p>
        <div className="mt-8 flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:flex-wrap">
          <ButtonLink href={`/${locale}/persons/new`} size="lg" block>
            {t('action')}
          </ButtonLink>
          <ButtonLink href="#styles" variant="quiet" size="lg" block className="sm:px-0">
            {t('more')}
          </ButtonLink>
        </div>
        <p className="mt-3 text-sm text-ink-soft">{t('note', { price, days: GUARANTEE_DAYS })}</p>
      </div>
      <ContactSheet />
    </section>
  )
}
