'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { LOST_BUNDLE_STATES, type Bundle, type Headshot, type HeadshotRating } from '#contract/bundles.ts'
import { BackLink } from '#components/persons/back-link.tsx'
import { Missing, meansMissing } from '#components/persons/missing.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { isBundleBusy } from '#components/training/working.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useDocumentTitle } from '#components/product/use-document-title.ts'
import { useEndpoint } from '#lib/api/use-endpoint.ts'
import { Gallery } from './gallery.tsx'
import { Guarantee } from './guarantee.tsx'
import { GalleryFilter, type Shown } from './gallery-filter.tsx'
import { useRating } from './use-rating.ts'

const REFRESH_MS = 2_000

interface Props {
  personId: string
  bundleId: string
}

/** One bundle: the headshots that passed, best first, and on request those that did not. */
export function GalleryPage({ personId, bundleId }: Props) {
  const t = useTranslations('bundles.gallery')
  const styles = useTranslations('styles')
  const { data, error, mutate } = useEndpoint(
    'getBundle',
    { query: { personid: personId, bundleid: bundleId } },
    { refreshIntervalMs: (latest) => (latest && isBundleBusy(latest) ? REFRESH_MS : 0) },
  )
  useDocumentTitle(data && t('eyebrow', { name: data.personName, style: styles(`${data.styleId}.name`) }))
  const rating = useRating(data, mutate)
  if (error && !data) {
    if (meansMissing(error.code)) return <Missing title={t('missingTitle')}>{t('missingBody')}</Missing>
    return <CallErrorNotice error={error} onRetry={() => void mutate()} />
  }
  if (!data) return <GallerySkeleton />
  return (
    <>
      <BackLink href={`/persons/${personId}`}>{t('back', { name: data.personName })}</BackLink>
      {error && <CallErrorNotice error={error} onRetry={() => void mutate()} className="mb-6" />}
      {rating.error !== undefined && (
        <CallErrorNotice error={rating.error} title={t('rating.failed')} className="mb-6" />
      )}
      <BundleContent bundle={data} onRate={rating.rate} />
      <Guarantee bundle={data} onGivenBack={() => mutate()} />
    </>
  )
}

interface ContentProps {
  bundle: Bundle
  onRate: (headshot: Headshot, rating: HeadshotRating) => void
}

function BundleContent({ bundle, onRate }: ContentProps) {
  const t = useTranslations()
  const [shown, setShown] = useState<Shown>('passed')
  const passed = bundle.headshots.filter((headshot) => headshot.passed)
  const rejected = bundle.headshots.filter((headshot) => !headshot.passed)
  const list = shown === 'passed' ? passed : rejected
  const isBusy = isBundleBusy(bundle) && !bundle.isFrozen
  const style = t(`styles.${bundle.styleId}.name`)
  return (
    <>
      <PageHeading
        eyebrow={t('bundles.gallery.eyebrow', { name: bundle.personName, style })}
        title={useTitle(bundle, passed.length, isBusy)}
        actions={<Summary passed={passed} total={bundle.headshots.length} />}
      />
      {isBusy && (
        <Progress
          label={t('training.titleGenerating')}
          value={bundle.state === 'generating' ? (100 * bundle.generatedCount) / bundle.totalCount : null}
          valueText={t('training.generating', { done: bundle.generatedCount, total: bundle.totalCount })}
          detail={t('training.lead')}
          className="mt-6"
        />
      )}
      {bundle.isFrozen && (
        <Notice title={t('bundles.frozen.title')} className="mt-6">
          {t('bundles.frozen.body')}
        </Notice>
      )}
      {LOST_BUNDLE_STATES.includes(bundle.state) && (
        <Notice tone="error" className="mt-6">
          {t('bundles.gallery.failedBody')}
        </Notice>
      )}
      {rejected.length > 0 && !isBusy && (
        <GalleryFilter
          shown={shown}
          onChange={setShown}
          passedCount={passed.length}
          rejectedCount={rejected.length}
        />
      )}
      {shown === 'rejected' && (
        <p className="mt-4 measure text-ink-soft">{t('bundles.gallery.rejectedNote')}</p>
      )}
      {list.length > 0 ? (
        <Gallery
          // Another list begins at its first picture.
          key={shown}
          headshots={list}
          onRate={onRate}
          developingCount={isBusy ? Math.max(0, bundle.totalCount - bundle.headshots.length) : 0}
        />
      ) : (
        !isBusy &&
        !bundle.isFrozen &&
        bundle.state === 'ready' && <p className="mt-8">{t('bundles.gallery.none')}</p>
      )}
    </>
  )
}

function useTitle(bundle: Bundle, passedCount: number, isBusy: boolean): string {
  const t = useTranslations('bundles.gallery')
  if (isBusy) return t('titleUnderway', { done: bundle.generatedCount, total: bundle.totalCount })
  if (passedCount === 0 && (bundle.isFrozen || bundle.state !== 'ready')) return t('titleFailed')
  return t('title', { count: passedCount })
}

function Summary({ passed, total }: { passed: readonly Headshot[]; total: number }) {
  const t = useTranslations('bundles.gallery')
  const format = useFormatter()
  if (passed.length === 0) return null
  const likeness = passed.map((headshot) => headshot.likeness)
  const [low, high] = [Math.min(...likeness), Math.max(...likeness)].map((value) =>
    format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {t('summary', { passed: passed.length, total, range: low === high ? `${low}` : `${low} – ${high}` })}
    </p>
  )
}

function GallerySkeleton() {
  return (
    <div>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-4 h-11 w-96 max-w-full" />
      <div className="mt-10 grid gap-8 md:grid-cols-12">
        <div className="grid grid-cols-4 content-start gap-2 md:col-span-6 lg:col-span-7">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className="aspect-4/5" />
          ))}
        </div>
        <Skeleton className="order-first aspect-4/5 md:order-none md:col-span-6 lg:col-span-5" />
      </div>
    </div>
  )
}
