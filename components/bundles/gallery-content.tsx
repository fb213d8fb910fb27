'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { LOST_BUNDLE_STATES, type Bundle, type Headshot, type HeadshotRating } from '#contract/bundles.ts'
import { ArchiveDialog } from '#components/finishing/archive-dialog.tsx'
import { isBundleBusy } from '#components/training/working.ts'
import { RefundSentence } from '#components/product/refund-sentence.tsx'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { StableHeight } from '#components/ui/stable-height.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { GalleryFilter, shownOf, type Shown } from './gallery-filter.tsx'
import { GallerySkeleton } from './gallery-layout.tsx'
import { GalleryRoom } from './gallery-room.tsx'
import { useChosenHeadshot } from './use-chosen-headshot.ts'
import { useRerolls } from './use-rerolls.ts'
import { useSteadyOrder } from './use-steady-order.ts'

interface Props {
  bundle: Bundle
  onRate: (headshot: Headshot, rating: HeadshotRating) => void
  onFavour: (headshot: Headshot, isFavourite: boolean) => void
  /** Loads the bundle again. */
  onChanged: () => Promise<unknown>
}

/** The content of a bundle by its state: progress, headshots, or failure. */
export function GalleryContent({ bundle, onRate, onFavour, onChanged }: Props) {
  const t = useTranslations()
  const [asked, setAsked] = useState<Shown>()
  const [chosenKey, chooseHeadshot] = useChosenHeadshot()
  const [isZipping, setZipping] = useState(false)
  const isToggled = useRef(false)
  const isBusy = isBundleBusy(bundle) && !bundle.isFrozen
  const headshots = useSteadyOrder(bundle, isBusy)
  const rerolls = useRerolls(bundle)
  const lists = shownOf(headshots)
  // The address may hold one that did not pass.
  const isRejected = lists.rejected.some(({ userImageKey }) => userImageKey === chosenKey)
  const wanted = asked ?? (isRejected && !isBusy ? 'rejected' : 'passed')
  // The shown list may be empty now: its last heart was removed.
  const shown = lists[wanted].length > 0 ? wanted : 'passed'
  const list = lists[shown]
  const setShown = (next: Shown) => {
    setAsked(next)
    // Another list begins at its first picture.
    chooseHeadshot(undefined)
  }
  const toRejected = lists.rejected.length > 0 && !isBusy && (
    <Button
      variant="quiet"
      className="-ml-1 px-1!"
      // The other list has another button: the focus moves to it.
      ref={(button) => {
        if (isToggled.current) button?.focus()
        if (button) isToggled.current = false
      }}
      onClick={() => {
        isToggled.current = true
        setShown(shown === 'rejected' ? 'passed' : 'rejected')
      }}
    >
      {t(shown === 'rejected' ? 'bundles.gallery.hideRejected' : 'bundles.gallery.showRejected')}
    </Button>
  )
  // Comes with the last headshot: above them it would move them all.
  const refused = bundle.refusedCount > 0 && !isBusy && (
    <p className="mt-2 text-sm text-ink-soft">
      {t('bundles.gallery.refusedNote', { count: bundle.refusedCount })}
    </p>
  )
  const style = t(`styles.${bundle.styleId}.name`)
  return (
    <>
      <StableHeight>
        <PageHeading
          eyebrow={t('bundles.gallery.eyebrow', { name: bundle.personName, style })}
          title={useTitle(bundle, lists.passed.length, isBusy)}
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
          <Notice
            className="mt-6"
            action={
              <>
                <Link href={`/persons/${bundle.personId}#styles`} className={buttonClassName({})}>
                  {t('checkout.again')}
                </Link>
                <Link href="/account#receipts" className={buttonClassName({ variant: 'secondary' })}>
                  {t('account.receipts.title')}
                </Link>
              </>
            }
          >
            <p className="text-base">
              {t('bundles.gallery.failedBody')} <MoneyBack bundleId={bundle.id} />
            </p>
          </Notice>
        )}
        {bundle.headshots.length > 0 && !isBusy && (
          <GalleryFilter shown={shown} onChange={setShown} lists={lists}>
            {lists.passed.length > 0 && bundle.state === 'ready' && (
              <Button variant="secondary" onClick={() => setZipping(true)}>
                {t('bundles.gallery.actions.all')}
              </Button>
            )}
          </GalleryFilter>
        )}
      </StableHeight>
      {shown === 'rejected' && (
        <p className="mt-4 measure text-ink-soft">{t('bundles.gallery.rejectedNote')}</p>
      )}
      {/* Visible at its own headshot. */}
      <p role="status" className="sr-only">
        {rerolls.sentence}
      </p>
      {list.length > 0 ? (
        <GalleryRoom
          key={shown}
          bundle={bundle}
          headshots={list}
          label={shown === 'passed' ? t('bundles.gallery.list') : t(`bundles.gallery.shown.${shown}`)}
          foot={
            <div className="mt-4">
              {shown === 'passed' && !isBusy && list.length > 1 && (
                <p className="text-sm text-ink-soft">{t('bundles.gallery.order')}</p>
              )}
              {refused}
              {toRejected}
            </div>
          }
          rerolled={rerolls.underWay}
          developingCount={isBusy ? Math.max(0, bundle.totalCount - bundle.headshots.length) : 0}
          onRate={onRate}
          onFavour={onFavour}
          onChanged={onChanged}
        />
      ) : isBusy ? (
        <GallerySkeleton count={bundle.totalCount} />
      ) : (
        !bundle.isFrozen &&
        bundle.state === 'ready' && (
          <div className="mt-8">
            <p>{t('bundles.gallery.none')}</p>
            {refused}
            {toRejected}
          </div>
        )
      )}
      <ArchiveDialog
        isOpen={isZipping}
        bundleId={bundle.id}
        count={lists.passed.length}
        onClose={() => setZipping(false)}
      />
    </>
  )
}

/** How far the refund is. */
function MoneyBack({ bundleId }: { bundleId: string }) {
  const { data } = useEndpoint('getPayments', {})
  const receipt = data?.payments.find((payment) => payment.bundleId === bundleId)
  return receipt && <RefundSentence receipt={receipt} />
}

function useTitle(bundle: Bundle, passedCount: number, isBusy: boolean): string {
  const t = useTranslations('bundles.gallery')
  if (isBusy) return t('titleUnderway', { done: bundle.generatedCount, total: bundle.totalCount })
  if (passedCount === 0 && (bundle.isFrozen || bundle.state !== 'ready')) return t('titleFailed')
  return t('title', { count: passedCount })
}
