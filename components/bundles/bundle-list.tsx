'use client'

import { useTranslations } from 'next-intl'
import type { BundleSummary } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { Link } from '#lib/i18n/navigation.ts'

interface Props {
  personId: string
  /** Those that are done, one way or the other. */
  bundles: readonly BundleSummary[]
}

export function BundleList({ personId, bundles }: Props) {
  const t = useTranslations()
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
      {bundles.map((bundle) => {
        const style = t(`styles.${bundle.styleId}.name`)
        return (
          <li key={bundle.id} className="group relative min-w-0">
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
            <h3 className="mt-3 text-lg leading-snug">
              <Link
                href={`/persons/${personId}/bundles/${bundle.id}`}
                className="group-hover:underline group-hover:underline-offset-4 after:absolute after:inset-0"
              >
                {style}
              </Link>
            </h3>
            <p className="mt-1 text-sm text-ink-soft">
              {t(`bundles.state.${bundle.state}`, {
                count: bundle.generatedCount,
                done: bundle.generatedCount,
                total: bundle.totalCount,
              })}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
