'use client'

import { useTranslations } from 'next-intl'
import type { Training } from '#contract/training.ts'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  training: Training
  /** One made anew: there is a model of before. */
  isRenewal: boolean
}

export function TrainingFailureNotice({ training, isRenewal }: Props) {
  const t = useTranslations('training.failed')
  return (
    <Notice tone="error" title={t('title')}>
      <p>{t(training.failure ?? 'engine_failed')}</p>
      <p className="mt-1">
        {t('nothingCharged')} {isRenewal ? t('kept') : t('again')}
      </p>
    </Notice>
  )
}
