'use client'

import { useLocale, useMessages, useTranslations } from 'next-intl'
import { DELIVERY_PROMISE_HOURS } from '#contract/limits.ts'
import { makingBy } from '#contract/processing.ts'
import { EngineFacts } from '#components/processing/engine-facts.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

interface Props {
  /** Who may make it, as the settings name them. */
  engines: readonly string[]
  className?: string
}

/** Whether pictures are finished photographs or generated, how long that takes, and, unfolded, by whom, where, and what is kept. */
export function HowItIsMade({ engines, className }: Props) {
  const t = useTranslations('shop')
  const copy = useMessages().processing
  const locale = useLocale()
  const { data: processing } = useEndpoint('getProcessing', {})
  if (!processing) return null
  const making = makingBy(processing, engines)
  return (
    <Disclosure title={t('made.title')} summary={t(`made.summary.${making}`)} className={className}>
      <p className="text-sm text-ink-soft">
        {t(`groups.${making}.lead`)} {t(`made.time.${making}`, { hours: DELIVERY_PROMISE_HOURS })}{' '}
        {t('made.failed')}
      </p>
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
