import { useTranslations } from 'next-intl'
import type { Bundle } from '#contract/bundles.ts'
import { Notice } from '#components/ui/notice.tsx'

/** The state of a bundle's repair; a finished one shows by its headshots. */
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
  // A failed repair that cannot be repeated shows no notice.
  if (repairOffer === null) return null
  return (
    <Notice title={t('failedTitle')} className="mt-6">
      {t(`failed.${repair.failure ?? 'technical'}`)}
    </Notice>
  )
}
