'use client'

import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { HEADSHOTS_PER_BUNDLE, SELFIE_ADVISED, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { HeadshotOutlook } from '#contract/bundles.ts'
import type { Currency } from '#contract/money.ts'
import type { Person } from '#contract/persons.ts'
import { isInUse, type Selfie } from '#contract/selfies.ts'
import type { Training } from '#contract/training.ts'
import { BundleList } from '#components/bundles/bundle-list.tsx'
import { DevelopingSheet } from '#components/bundles/developing-sheet.tsx'
import { CurrencySwitch } from '#components/shop/currency-switch.tsx'
import { OpenOrders } from '#components/shop/open-orders.tsx'
import { useCurrency } from '#components/shop/use-currency.ts'
import { StyleOffers } from '#components/shop/style-offers.tsx'
import { AcquisitionCard } from '#components/feedback/acquisition-card.tsx'
import { FeedbackForm } from '#components/feedback/feedback-form.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { SharingEntry } from '#components/bundles/sharing-entry.tsx'
import { TrainingFailureNotice } from '#components/training/training-failure.tsx'
import { TrainingProgress } from '#components/training/training-progress.tsx'
import { isBundleBusy, isPersonWorking, isTrainingBusy } from '#components/training/working.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { isolated } from '#lib/i18n/isolated.ts'
import { trackInteraction } from '#lib/analytics/track.ts'
import { useTrackPerson } from '#lib/analytics/use-track-person.ts'
import { BackLink } from '#components/product/back-link.tsx'
import { useHashTarget } from '#components/product/use-hash-target.ts'
import { Missing, meansMissing } from '#components/product/missing.tsx'
import { PersonManage } from './person-manage.tsx'
import { PersonPreview } from './person-preview.tsx'
import { RenewalNote, SelfiePart, hasConsent, leadsWithSelfies } from './selfie-part.tsx'
import { isHeld } from './person-status.ts'
import { useNews } from './use-news.ts'
import { usePersonLive } from './use-person-live.ts'
import { usePersonTitle } from './use-person-title.ts'
import { WorkRegion } from './work-region.tsx'

/** Everything about one person: selfies, the studio at work, bundles. The state of the person decides what leads. */
export function PersonPage({ personId }: { personId: string }) {
  const t = useTranslations()
  const [currency, setCurrency] = useCurrency()
  const live = usePersonLive(personId, currency)
  const { person, selfies, coach, offers, error } = live
  const news = useNews(person)
  usePersonTitle(person?.name, news.readyCount)
  useTrackPerson({
    person,
    acceptedCount: selfies && acceptedOf(selfies),
    offersElementId: live.isSettled && offers && offers.length > 0 ? 'styles' : undefined,
  })
  useHashTarget('styles', person !== undefined && live.isSettled)
  const [orderCount, setOrderCount] = useState(0)
  const [isRepeat, setRepeat] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  // Deleted meanwhile, for example in another window: the cached data is outdated.
  const isMissing = error && (error.code === 'person_not_found' || (!person && meansMissing(error.code)))
  // While the deletion is confirmed the page stays: the dialog, removed, would go back in the history and cancel the
  // navigation that follows the deletion.
  if (isMissing && !isDeleting) {
    return <Missing title={t('persons.one.missingTitle')}>{t('persons.one.missingBody')}</Missing>
  }
  if (error && !person) {
    return <CallErrorNotice error={error} onRetry={live.refresh} />
  }
  if (!person || !live.isSettled) return <PersonSkeleton />
  const selfiePart = (
    <SelfiePart person={person} selfies={selfies} coach={coach} onConsent={live.refreshAll} />
  )
  return (
    <>
      <BackLink href="/persons">{t('persons.one.backToAll')}</BackLink>
      <PersonHeading person={person} selfies={selfies} />
      <div className="mt-8 flex flex-col gap-12">
        {error && !isMissing && <CallErrorNotice error={error} onRetry={live.refresh} isOver />}
        <OpenOrders personId={personId} onBought={live.refreshAll} />
        <WorkRegion orderCount={orderCount} isEmpty={!hasWork(person)} isWorking={isPersonWorking(person)}>
          {isRepeat && <Notice title={t('shop.repeat.title')}>{t('shop.repeat.body')}</Notice>}
          {hasFailedTraining(person) && (
            <TrainingFailureNotice
              training={person.training}
              isRenewal={person.state === 'trained'}
              isRepair={person.bundles.some(({ repair }) => repair?.state === 'failed')}
            />
          )}
          {isTrainingBusy(person.training) && <TrainingProgress training={person.training} />}
          {/* Each step of the work is a view of its own: the key remounts it, so that no content slides into another's place. */}
          <Bundles key={stepOf(person)} person={person} />
        </WorkRegion>
        {/* Paid with credits or by a code: there was no other page to ask on. */}
        {orderCount > 0 && <AcquisitionCard />}
        {leadsWithSelfies(person) && selfiePart}
        {leadsWithSelfies(person) && person.consent !== null && isFirstOrder(person) && (
          <PersonPreview
            person={person}
            preview={person.preview}
            acceptedCount={selfies ? acceptedOf(selfies) : person.acceptedSelfieCount}
          />
        )}
        <Offers
          person={person}
          selfies={selfies}
          offers={offers}
          atBank={live.atBank}
          outlook={live.outlook}
          areSamplesComing={live.areSamplesComing}
          currency={currency}
          onCurrency={setCurrency}
          onBought={live.refreshAll}
          onOrdered={(wasBought) => {
            setOrderCount(orderCount + 1)
            setRepeat(wasBought)
            // A payment on a page of its own is tracked by its return page.
            if (!wasBought) trackInteraction('purchase_paid', `${person.id} ${orderCount}`)
          }}
        />
        {person.bundles.some(({ state }) => state === 'ready') && (
          <FeedbackForm subject={{ personid: person.id }} personName={person.name} />
        )}
        {!leadsWithSelfies(person) && selfiePart}
        <PersonManage person={person} onChanged={live.refreshAll} onDeleting={setDeleting} />
      </div>
      <p role="status" className="sr-only">
        {news.sentence}
      </p>
    </>
  )
}

/** A failed retraining is shown while its selfies wait for the next. */
function hasFailedTraining(person: Person): person is Person & { training: Training } {
  if (person.training?.state !== 'failed') return false
  return person.state === 'failed' || (person.state === 'trained' && person.newSelfieCount > 0)
}

function stepOf({ training, bundles }: Person): string {
  const busy = bundles.filter(isBundleBusy).map(({ id }) => id)
  return [isTrainingBusy(training), ...busy].join(' ')
}

function hasWork(person: Person): boolean {
  return (
    hasFailedTraining(person) ||
    isTrainingBusy(person.training) ||
    person.bundles.some(({ state }) => state !== 'locked')
  )
}

function PersonHeading({ person, selfies }: { person: Person; selfies: readonly Selfie[] | undefined }) {
  const t = useTranslations()
  if (!leadsWithSelfies(person) || !hasConsent(person) || person.bundles.length > 0)
    return (
      <PageHeading
        title={<bdi translate="no">{person.name}</bdi>}
        actions={<SharingEntry personId={person.id} bundles={person.bundles} />}
      />
    )
  const count = selfies ? acceptedOf(selfies) : person.acceptedSelfieCount
  return (
    <PageHeading
      eyebrow={t('upload.eyebrow', { name: isolated(person.name) })}
      // Two lines on a phone, for any text.
      title={<span className="block min-h-[2lh] sm:min-h-0">{uploadTitle(t, count)}</span>}
    />
  )
}

function uploadTitle(t: ReturnType<typeof useTranslations<never>>, count: number): string {
  if (count === 0) return t('upload.title.none')
  if (count < SELFIE_MIN_ACCEPTED)
    return t('upload.title.few', { count, missing: SELFIE_MIN_ACCEPTED - count })
  if (count < SELFIE_ADVISED.min) return t('upload.title.enough', { count, advised: SELFIE_ADVISED.min })
  return t('upload.title.plenty', { count })
}

function Bundles({ person }: { person: Person }) {
  const t = useTranslations('persons.one')
  const settled = person.bundles.filter((bundle) => !isBundleBusy(bundle) && bundle.state !== 'locked')
  return (
    <>
      {person.bundles.filter(isBundleBusy).map((bundle) => (
        <DevelopingSheet key={bundle.id} personId={person.id} bundle={bundle} />
      ))}
      {settled.length > 0 && (
        <section aria-labelledby="bundles-title">
          <h2 id="bundles-title" className="mb-4 text-xl">
            {t('bundles')}
          </h2>
          <BundleList personId={person.id} bundles={settled} />
        </section>
      )}
    </>
  )
}

interface OffersProps {
  person: Person
  selfies: readonly Selfie[] | undefined
  offers: ReturnType<typeof usePersonLive>['offers']
  atBank: ReturnType<typeof usePersonLive>['atBank']
  outlook: HeadshotOutlook | undefined
  areSamplesComing: boolean
  currency: Currency | undefined
  onCurrency: (currency: Currency) => void
  onBought: () => Promise<void>
  onOrdered: (wasBought: boolean) => void
}

function Offers({ person, selfies, offers, outlook, currency, onCurrency, ...shop }: OffersProps) {
  const t = useTranslations('shop.choose')
  const isFirst = isFirstOrder(person)
  const left = offers?.filter(({ bundleId }) => bundleId === null)
  if (isTrainingBusy(person.training) || left?.length === 0) return null
  return (
    <section aria-labelledby="offers-title" id="styles">
      <header className="mb-6">
        {isFirst && <p className="mb-1 text-sm text-ink-soft">{t('eyebrow')}</p>}
        <h2 id="offers-title" className="text-xl">
          {isFirst ? t('title') : t('another', { name: isolated(person.name) })}
        </h2>
        {/* Room for the longer sentence, which follows the last selfie that is needed. */}
        <p className={clsx('mt-1 measure text-ink-soft', isFirst && 'sm:min-h-[2lh]')}>
          {outlook && outlook.selfieCount >= SELFIE_MIN_ACCEPTED ? (
            <Outlook outlook={outlook} />
          ) : (
            t('lead', { count: HEADSHOTS_PER_BUNDLE })
          )}
        </p>
        <RenewalNote person={person} />
        {currency && <CurrencySwitch currency={currency} onChange={onCurrency} />}
      </header>
      <StyleOffers
        person={person}
        acceptedCount={selfies ? acceptedOf(selfies) : person.acceptedSelfieCount}
        offers={offers}
        {...shop}
      />
    </section>
  )
}

/** The number of headshots the good selfies give, before payment. */
function Outlook({
  outlook: { selfieCount: selfies, headshotCount: count, further },
}: {
  outlook: HeadshotOutlook
}) {
  const t = useTranslations('shop.choose.outlook')
  if (!further) return t('most', { selfies, count })
  return t('further', { selfies, count, more: further.selfieCount, most: further.headshotCount })
}

/** Whether there is no kept order yet. */
function isFirstOrder(person: Person): boolean {
  return !person.bundles.some(isHeld)
}

function acceptedOf(selfies: readonly Selfie[]): number {
  return selfies.filter(isInUse).length
}

function PersonSkeleton() {
  return (
    <div>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-4 h-11 w-72 max-w-full" />
      <div className="mt-8 grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 lg:w-2/3">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="aspect-4/5" />
        ))}
      </div>
    </div>
  )
}
