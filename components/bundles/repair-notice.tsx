import { useTranslations } from 'next-intl'
import type { Bundle } from '#contract/bundles.ts'
import { Notice } from '#components/ui/notice.tsx'

/** How it stands with a bundle that is made anew; that it was is seen by its headshots. */
export function RepairNotice({
  bundle: { repair, repairOffer },
}: {
  bundle: Pick<Bundle, 'repair' | 'repairOffer'>
}) {
  const t = useTranslations('bundles.repair')
  if (repair === null || repair.state === 'done') return null
  if (repair.state === 'waiting') return <Notice className="mt-6">{t('waiting')}</Notice>
  if (repair.state === 'making') {
    return (
      <Notice className="mt-6" live={false}>
        {t('making', { done: repair.generatedCount, total: repair.totalCount })}
      </Notice>
    )
  }
  // Once it cannot be tried again there is nothing left to be said.
  if (repairOffer === null) return null
  return (
    <Notice title={t('failedTitle')} className="mt-6">
      {t(`failed.${repair.failure ?? 'technical'}`)}
    </Notice>
  )
}
