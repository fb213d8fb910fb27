'use client'

import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { BundleOffer } from '#contract/bundles.ts'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { Price } from '#contract/money.ts'
import { REFERRED_FRIEND_PERCENT } from '#contract/referrals.ts'
import type { Person } from '#contract/persons.ts'
import { isLook, type StyleId } from '#contract/styles.ts'
import { makingBy } from '#contract/processing.ts'
import { useStill } from '#components/product/use-still.ts'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { isCollecting } from '#components/training/working.ts'
import { dueWith, isFriendsPrice } from '#lib/discount/reduction.ts'
import { useDiscount } from '#lib/discount/use-discount.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { DiscountNotice } from './discount-notice.tsx'
import { PurchaseDialog } from './purchase-dialog.tsx'
import { StyleSample } from './style-sample.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-12'
const SKELETON_COUNT = 8

interface Props {
  person: Person
  acceptedCount: number
  /** Undefined while loading. */
  offers: readonly BundleOffer[] | undefined
  /** The styles that are ordered, and whose payment a bank is processing. */
  atBank: readonly StyleId[]
  /** Whether this person's own samples are being made. */
  areSamplesComing: boolean
  /** Called once the purchase succeeded; the dialog stays open until it resolves. */
  onBought: () => Promise<void>
  /** Called as the dialog closes after a purchase, or an earlier one: its result is shown now. */
  onOrdered: (isRepeat: boolean) => void
}

/** The styles this person does not have yet. A dialog confirms the purchase, because it cannot be undone. */
export function StyleOffers(props: Props) {
  const { person, acceptedCount, offers: latest, atBank, areSamplesComing, ...callbacks } = props
  const t = useTranslations('shop.choose')
  const [chosen, setChosen] = useState<BundleOffer | null>(null)
  // Even after a purchase in another window.
  const offers = useStill(latest)
  const missing = Math.max(0, SELFIE_MIN_ACCEPTED - acceptedCount)
  if (!offers) return <OffersSkeleton />
  const left = offers.filter(({ bundleId }) => bundleId === null)
  const isAtBank = ({ styleId }: BundleOffer) => atBank.includes(styleId)
  const possible = left.filter((offer) => !isAtBank(offer))
  const [first] = possible
  const looks = left.filter(({ styleId }) => isLook(styleId))
  const others = left.filter(({ styleId }) => !isLook(styleId))
  // Where there is one kind alone, nothing has to be told apart.
  const areGrouped = offers.some(({ styleId }) => isLook(styleId))
  // With the training, every style costs the same: then once is enough to say so.
  const isOnePrice = possible.every(({ price }) => isSamePrice(price, first?.price))
  return (
    <>
      <DiscountNotice />
      {first && isFriendsPrice(first.price) && (
        <p className="-mt-4 mb-6 measure text-ink-soft">
          {t('friend', { percent: REFERRED_FRIEND_PERCENT })}
        </p>
      )}
      {first && isOnePrice && <PriceLine price={first.price} className="-mt-4 mb-6" />}
      <div
        className={clsx(
          'measure text-sm text-ink-soft',
          // Room for the longest sentence: while selfies are checked, one follows the other and no style moves.
          isCollecting(person) ? 'mb-6 min-h-[4lh] sm:min-h-[2lh]' : 'has-[>:not(:empty)]:mb-6',
        )}
      >
        {missing > 0 && <p className="text-base font-medium text-ink">{t('needMore', { missing })}</p>}
        <p role="status">
          {missing > 0
            ? null
            : left.some(({ sampleUrl }) => sampleUrl !== null)
              ? t('samples', { name: person.name })
              : areSamplesComing && t('samplesComing', { name: person.name })}
        </p>
      </div>
      {[others, looks].map(
        (group, index) =>
          group.length > 0 && (
            <div key={index} className="mb-14 last-of-type:mb-0">
              {areGrouped && <GroupHeading offers={group} />}
              <ul className={GRID}>
                {group.map((offer) => (
                  <Offer
                    key={offer.styleId}
                    offer={offer}
                    personName={person.name}
                    heading={areGrouped ? 'h4' : 'h3'}
                    hasOwnPrice={!isOnePrice}
                    isAtBank={isAtBank(offer)}
                    canBuy={missing === 0}
                    onChoose={() => setChosen(offer)}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
      <PurchaseDialog
        person={person}
        offer={chosen}
        others={possible.filter((offer) => offer !== chosen)}
        onClose={() => setChosen(null)}
        {...callbacks}
      />
    </>
  )
}

/** Whether these styles are finished photographs or generated pictures. */
function GroupHeading({ offers }: { offers: readonly BundleOffer[] }) {
  const t = useTranslations('shop.groups')
  const { data: processing } = useEndpoint('getProcessing', {})
  if (!processing) return <Skeleton className="mb-8 h-16 max-w-prose" />
  const making = makingBy(processing, offers[0]?.engines ?? [])
  return (
    <>
      <h3 className="text-xl">{t(`${making}.title`)}</h3>
      <p className="mt-2 mb-8 measure text-ink-soft">{t(`${making}.lead`)}</p>
    </>
  )
}

interface OfferProps {
  offer: BundleOffer
  personName: string
  heading: 'h3' | 'h4'
  hasOwnPrice: boolean
  isAtBank: boolean
  canBuy: boolean
  onChoose: () => void
}

function Offer({ offer, personName, heading: Heading, isAtBank, ...shop }: OfferProps) {
  const { hasOwnPrice, canBuy, onChoose } = shop
  const t = useTranslations()
  const name = t(`styles.${offer.styleId}.name`)
  return (
    <li className="relative flex min-w-0 flex-col">
      <StyleSample
        styleId={offer.styleId}
        url={offer.sampleUrl}
        alt={t('shop.choose.sampleAlt', { name: personName, style: name })}
      />
      <Heading className="mt-3 text-base hyphens-auto sm:text-lg">{name}</Heading>
      <p className="mt-1 text-sm text-ink-soft">{t(`styles.${offer.styleId}.description`)}</p>
      {/* The same height before a style can be chosen. */}
      <div className="mt-auto flex min-h-10 flex-wrap items-center justify-between gap-x-3 pt-1 sm:min-h-14 sm:pt-3">
        {isAtBank && <p className="text-sm text-ink-soft">{t('shop.choose.atBank')}</p>}
        {hasOwnPrice && !isAtBank && <PriceLine price={offer.price} className="text-sm" />}
        {canBuy && !isAtBank && (
          // Its area is the whole frame: a picture invites a click. On a phone words are enough then.
          <Button
            variant="secondary"
            onClick={onChoose}
            aria-label={t('shop.choose.takeNamed', { style: name })}
            className="static after:absolute after:inset-0 max-sm:min-h-8 max-sm:border-0 max-sm:px-0 max-sm:py-1 max-sm:underline max-sm:decoration-edge max-sm:underline-offset-4"
          >
            {t('shop.choose.take')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The due price: the charged price, less this browser's discount code. */
function PriceLine({ price, className }: { price: Price; className: string }) {
  const t = useTranslations('shop.choose')
  const locale = useLocale()
  const { usable } = useDiscount()
  const { regularAmountMinor, currency } = price
  const amountMinor = dueWith(usable, price).dueMinor
  const regular = formatAmount(regularAmountMinor, currency, locale)
  return (
    <p className={clsx('flex flex-wrap gap-x-2 tabular-nums', className)}>
      <strong translate={amountMinor === 0 ? undefined : 'no'}>
        {amountMinor === 0 ? t('nothing') : formatAmount(amountMinor, currency, locale)}
      </strong>
      {amountMinor !== regularAmountMinor && (
        <span className="text-ink-soft">
          {t.rich('reduced', { price: regular, s: (chunks) => <s translate="no">{chunks}</s> })}
        </span>
      )}
    </p>
  )
}

function isSamePrice(one: Price, other: Price | undefined): boolean {
  return one.amountMinor === other?.amountMinor && one.regularAmountMinor === other.regularAmountMinor
}

function OffersSkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <Skeleton key={index} className="aspect-3/5" />
      ))}
    </div>
  )
}
