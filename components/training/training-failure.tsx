'use client'

import { useTranslations } from 'next-intl'
import type { Training } from '#contract/training.ts'
import { Notice } from '#components/ui/notice.tsx'

interface Props {
  training: Training
  /** One made anew: there is a model of before. */
  isRenewal: boolean
  /** Asked for by a bundle that is made anew: nothing was paid for it. */
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
