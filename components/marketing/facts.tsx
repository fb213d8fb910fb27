import {
  DELIVERY_PROMISE_HOURS,
  HEADSHOTS_PER_BUNDLE,
  SELFIE_ADVISED,
  SELFIE_MAX_ACCEPTED,
  SELFIE_MIN_ACCEPTED,
} from '#contract/limits.ts'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** The product's promises, in four figures. */
export function Facts() {
  const t = useTranslations('home.facts')
  return (
    <section aria-label={t('label')} className="wrap">
      <dl className="grid gap-x-8 border-t border-hairline sm:grid-cols-2 lg:grid-cols-4">
        <Fact value={t('headshots.value', { count: HEADSHOTS_PER_BUNDLE })}>{t('headshots.text')}</Fact>
        <Fact value={t('time.value', { hours: DELIVERY_PROMISE_HOURS })}>{t('time.text')}</Fact>
        <Fact value={t('selfies.value', { min: SELFIE_MIN_ACCEPTED })}>
          {t('selfies.text', {
            advisedMin: SELFIE_ADVISED.min,
            advisedMax: SELFIE_ADVISED.max,
            max: SELFIE_MAX_ACCEPTED,
          })}
        </Fact>
        <Fact value={t('likeness.value')}>{t('likeness.text')}</Fact>
      </dl>
    </section>
  )
}

function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end border-b border-hairline py-5 lg:border-b-0 lg:py-6">
      <dt className="max-w-[30ch] text-sm text-ink-soft">{children}</dt>
      <dd className="mb-1 text-xl font-bold tracking-tight tabular-nums lg:text-2xl">{value}</dd>
    </div>
  )
}
