'use client'

import { useTranslations } from 'next-intl'
import type { Training } from '#contract/training.ts'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  training: Training
  /** A retraining: the former model exists. */
  isRenewal: boolean
  /** Started by a repair: it was free. */
  isRepair: boolean
}

export function TrainingFailureNotice({ training, isRenewal, isRepair }: Props) {
  const t = useTranslations('training.failed')
  return (
    <Notice tone="error" title={t('title')}>
      <p>{t(training.failure ?? 'engine_failed')}</p>
      <p className="mt-1">
        {!isRepair && `${t('nothingCharged')} `}
        {isRenewal ? t('kept') : t('again')}
      </p>
    </Notice>
  )
}
