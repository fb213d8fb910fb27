'use client'

import { useTranslations } from 'next-intl'
import type { BundleSummary } from '#contract/bundles.ts'
import { Picture } from '#components/product/picture.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'

const REFRESH_MS = 2_000

interface Props {
  personId: string
  bundle: BundleSummary
}

/** A contact sheet that fills as the headshots come out. */
export function DevelopingSheet({ personId, bundle }: Props) {
  const t = useTranslations()
  const isGenerating = bundle.state === 'generating'
  const { data } = useEndpoint(
    'getBundle',
    isGenerating ? { query: { personid: personId, bundleid: bundle.id } } : null,
    {
      refreshIntervalMs: REFRESH_MS,
    },
  )
  const headshots = data?.headshots ?? []
  // A picture keeps its frame, even when a better one is finished later.
  const frames = Array.from({ length: bundle.totalCount }, (_, index) => headshots[index])
  const style = t(`styles.${bundle.styleId}.name`)
  return (
    <section aria-label={style} className="rounded-md bg-sheet p-4 text-sheet-ink sm:p-6">
      <Progress
        label={style}
        value={isGenerating ? (100 * bundle.generatedCount) / bundle.totalCount : null}
        valueText={
          isGenerating
            ? t('training.generating', { done: bundle.generatedCount, total: bundle.totalCount })
            : t(`bundles.state.${bundle.state === 'paid' ? 'paid' : 'queued'}`)
        }
      />
      <ol aria-hidden="true" className="mt-5 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-12">
        {frames.map((headshot, index) => (
          <li key={index} className="aspect-4/5 overflow-hidden rounded-sm bg-sheet-soft/20">
            {headshot && (
              <Picture
                id={headshot.userImageKey}
                url={headshot.thumbnailUrl}
                alt=""
                isPriority
                fallback={<span />}
                className="size-full object-cover"
              />
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {t('training.generating', { done: bundle.generatedCount, total: bundle.totalCount })}
      </p>
    </section>
  )
}
