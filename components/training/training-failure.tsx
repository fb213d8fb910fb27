'use client'

import { useTranslations } from 'next-intl'
import type { Training } from '#contract/training.ts'
import { Notice } from '#components/ui/notice.tsx'

export function TrainingFailureNotice({ training }: { training: Training }) {
  const t = useTranslations('training.failed')
  return (
    <Notice tone="error" title={t('title')}>
      <p>{t(training.failure ?? 'engine_failed')}</p>
      <p className="mt-1">
        {t('nothingCharged')} {t('again')}
      </p>
    </Notice>
  )
}
