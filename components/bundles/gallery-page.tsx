'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { HEADSHOTS_PER_BUNDLE } from '#contract/limits.ts'
import { FeedbackForm } from '#components/feedback/feedback-form.tsx'
import { BackLink } from '#components/product/back-link.tsx'
import { Missing, meansMissing } from '#components/product/missing.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useDocumentTitle } from '#components/product/use-document-title.ts'
import { isBundleBusy, isRepairBusy } from '#components/training/working.ts'
import { StableHeight } from '#components/ui/stable-height.tsx'
import { SharingEntry } from './sharing-entry.tsx'
import { ShortfallNotice } from './shortfall-notice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { trackUsage } from '#lib/analytics/track.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { GalleryContent } from './gallery-content.tsx'
import { GallerySkeleton } from './gallery-layout.tsx'
import { Guarantee } from './guarantee.tsx'
import { RepairNotice } from './repair-notice.tsx'
import { RepairOffer } from './repair-offer.tsx'
import { isOpen } from './use-rerolls.ts'
import { useRating } from './use-rating.ts'

const REFRESH_MS = 2_000
/** Signed addresses hold for two hours: a page that is left open has new ones before. */
const RENEW_MS = 45 * 60_000

interface Props {
  personId: string
  bundleId: string
}

/** One bundle: its headshots, their progress, and the refund. */
export function GalleryPage({ personId, bundleId }: Props) {
  const t = useTranslations('bundles.gallery')
  const styles = useTranslations('styles')
  const { data, error, mutate } = useEndpoint(
    'getBundle',
    { query: { personid: personId, bundleid: bundleId } },
    {
      refreshIntervalMs: (latest) =>
        latest && (isBundleBusy(latest) || isRepairBusy(latest) || latest.rerolls.some(isOpen))
          ? REFRESH_MS
          : RENEW_MS,
    },
  )
  useDocumentTitle(data && t('eyebrow', { name: data.personName, style: styles(`${data.styleId}.name`) }))
  const rating = useRating(data, mutate)
  const hasHeadshots = (data?.headshots.length ?? 0) > 0
  useEffect(() => {
    if (hasHeadshots) trackUsage('results_opened', { body: { personid: personId, bundleid: bundleId } })
  }, [hasHeadshots, personId, bundleId])
  if (error && !data) {
    if (meansMissing(error.code)) return <Missing title={t('missingTitle')}>{t('missingBody')}</Missing>
    return <CallErrorNotice error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <PageSkeleton />
  const isDone = data.state === 'ready' && !data.isFrozen && hasHeadshots
  return (
    <>
      <BackLink href={`/persons/${personId}`}>{t('back', { name: data.personName })}</BackLink>
      {error && <CallErrorNotice error={error} onRetry={() => void mutate()} isOver className="mb-6" />}
      {rating.failure && (
        <CallErrorNotice
          error={rating.failure.error}
          title={t('rating.failed')}
          onRetry={rating.failure.again}
          // Where the heart was pressed, however far down that is.
          className="fixed inset-x-4 bottom-20 z-20 mx-auto max-w-xl shadow-dialog"
        />
      )}
      <GalleryContent
        bundle={data}
        onRate={rating.rate}
        onFavour={rating.favour}
        onChanged={() => mutate()}
      />
      {/* Above the content added after the last headshot, which then moves no other. */}
      <Guarantee bundle={data} onGivenBack={() => mutate()} />
      <p className="mt-10 empty:hidden">
        <SharingEntry personId={personId} bundles={[data]} />
      </p>
      {/* A repair's progress is shown where it was requested: content above does not move. */}
      <StableHeight>
        {/* Comes with the last headshot: above them it would move them all. */}
        <ShortfallNotice bundle={data} />
        <RepairOffer bundle={data} onAsked={() => mutate()} />
        <RepairNotice bundle={data} />
      </StableHeight>
      {isDone && (
        <div className="mt-16">
          <FeedbackForm subject={{ personid: personId, bundleid: bundleId }} />
        </div>
      )}
    </>
  )
}

function PageSkeleton() {
  return (
    <div>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-11 w-96 max-w-full" />
      <GallerySkeleton count={HEADSHOTS_PER_BUNDLE} />
    </div>
  )
}
