'use client'

import { useLocale, useMessages, useTranslations } from 'next-intl'
import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import { makingBy, type Processing } from '#contract/processing.ts'
import { EngineFacts } from '#components/processing/engine-facts.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'

interface Props {
  /** Undefined while loading: the line keeps its place. */
  processing: Processing | undefined
  /** Of each ordered style: who may make it, as the settings name them. */
  makers: readonly (readonly string[])[]
  className?: string
}

/** Whether pictures are finished or generated, and how long that takes; unfolded, which company, where, and what it keeps for how long. */
export function HowItIsMade({ processing, makers, className }: Props) {
  const t = useTranslations('shop')
  const copy = useMessages().processing
  const locale = useLocale()
  if (!processing)
    return (
      <Disclosure title={t('made.title')} summary="" className={className}>
        {null}
      </Disclosure>
    )
  const makings = [...new Set(makers.map((engines) => makingBy(processing, engines)))]
  const summary = makings.map((making) => t(`made.summary.${making}`)).join(' · ')
  const engines = makers.flat()
  return (
    <Disclosure title={t('made.title')} summary={summary} className={className}>
      {makings.map((making) => (
        <p key={making} className="mb-2 text-sm text-ink-soft">
          {makings.length > 1 && <strong className="block text-ink">{t(`groups.${making}.title`)}</strong>}
          {t(`groups.${making}.lead`)}{' '}
          {making === 'finished'
            ? t('made.time.finished')
            : t('made.time.generated', { hours: DELIVERY_PROMISE_HOURS })}
        </p>
      ))}
      <p className="text-sm text-ink-soft">{t('made.failed')}</p>
      {processing.engines
        .filter(({ name }) => engines.includes(name))
        .map((engine) => (
          <div key={engine.name} className="mt-4 mb-4">
            <EngineFacts engine={engine} copy={copy} locale={locale} />
          </div>
        ))}
    </Disclosure>
  )
}
