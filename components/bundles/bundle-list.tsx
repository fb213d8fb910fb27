'use client'

import { useTranslations } from 'next-intl'
import type { BundleSummary } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { isRepairBusy } from '#components/training/working.ts'
import { buttonClassName } from '#components/ui/button.tsx'
import { Link } from '#lib/i18n/navigation.ts'

interface Props {
  personId: string
  /** Those that are done, one way or the other. */
  bundles: readonly BundleSummary[]
}

export function BundleList({ personId, bundles }: Props) {
  return (
    <ul className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      {bundles.map((bundle) => (
        <BundleRow key={bundle.id} personId={personId} bundle={bundle} />
      ))}
    </ul>
  )
}

function BundleRow({ personId, bundle }: { personId: string; bundle: BundleSummary }) {
  const t = useTranslations()
  const style = t(`styles.${bundle.styleId}.name`)
  const counts = { count: bundle.generatedCount, done: bundle.generatedCount, total: bundle.totalCount }
  return (
    <li className="relative grid min-w-0 grid-cols-[8rem_1fr] gap-4 border-t border-hairline pt-4 sm:grid-cols-[11rem_1fr] sm:gap-6">
      <div className="aspect-4/5 overflow-hidden rounded-sm bg-wash">
        {bundle.coverUrl !== null && (
          <Picture
            id={bundle.id}
            url={bundle.coverUrl}
            alt=""
            isPriority
            fallback={<span />}
            className="size-full object-cover"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start">
        <h3 className="text-xl">{style}</h3>
        <p className="mt-1 text-ink-soft">{t(`bundles.state.${bundle.state}`, counts)}</p>
        {isRepairBusy(bundle) && <p className="text-ink-soft">{t('bundles.repair.underWay')}</p>}
        <Link
          href={`/persons/${personId}/bundles/${bundle.id}`}
          aria-label={t('bundles.choose.openNamed', { style })}
          className={buttonClassName({ className: 'mt-4 after:absolute after:inset-0' })}
        >
          {t('bundles.choose.open')}
        </Link>
      </div>
    </li>
  )
}
