'use client'

import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { BundleOffer } from '#contract/bundles.ts'
import { HEADSHOTS_PER_BUNDLE, SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { CURRENCY_BY_LOCALE, type Price } from '#contract/money.ts'
import type { Person } from '#contract/persons.ts'
import type { StyleId } from '#contract/styles.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { reductionOf } from '#lib/discount/reduction.ts'
import { useDiscount } from '#lib/discount/use-discount.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { settleRemovals } from '#components/upload/use-removals.ts'
import { StyleSample } from './style-sample.tsx'

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-12'
const SKELETON_COUNT = 8

interface Props {
  person: Person
  acceptedCount: number
  /** Undefined while loading. */
  offers: readonly BundleOffer[] | undefined
  /** Called once the purchase went through; the dialog stays open until it resolves. */
  onBought: () => Promise<void>
  /** Called as the dialog closes after a purchase: where it leads to is shown now. */
  onOrdered: () => void
}

/** The styles this person does not have yet. Buying is confirmed in a dialog, for it cannot be undone. */
export function StyleOffers({ person, acceptedCount, offers, onBought, onOrdered }: Props) {
  const t = useTranslations('bundles.choose')
  const [chosen, setChosen] = useState<BundleOffer | null>(null)
  const missing = Math.max(0, SELFIE_MIN_ACCEPTED - acceptedCount)
  if (!offers) return <OffersSkeleton />
  const left = offers.filter(({ bundleId }) => bundleId === null)
  const [first] = left
  // With the training, every style costs the same: then once is enough to say so.
  const isOnePrice = left.every(({ price }) => isSamePrice(price, first?.price))
  return (
    <>
      {first && isOnePrice && <PriceLine price={first.price} className="-mt-4 mb-6" />}
      {missing > 0 && <p className="mb-6 font-medium">{t('needMore', { missing })}</p>}
      <ul className={GRID}>
        {left.map((offer) => (
          <Offer
            key={offer.styleId}
            offer={offer}
            hasOwnPrice={!isOnePrice}
            canBuy={missing === 0}
            onChoose={() => setChosen(offer)}
          />
        ))}
      </ul>
      <Confirmation
        person={person}
        acceptedCount={acceptedCount}
        offer={chosen}
        onClose={() => setChosen(null)}
        onBought={onBought}
        onOrdered={onOrdered}
      />
    </>
  )
}

interface OfferProps {
  offer: BundleOffer
  hasOwnPrice: boolean
  canBuy: boolean
  onChoose: () => void
}

function Offer({ offer, hasOwnPrice, canBuy, onChoose }: OfferProps) {
  const t = useTranslations()
  const name = t(`styles.${offer.styleId}.name`)
  return (
    <li className="relative flex min-w-0 flex-col">
      <StyleSample styleId={offer.styleId} />
      <h3 className="mt-3 text-base hyphens-auto sm:text-lg">{name}</h3>
      <p className="mt-1 hidden text-sm text-ink-soft sm:block">{t(`styles.${offer.styleId}.description`)}</p>
      {hasOwnPrice && <PriceLine price={offer.price} className="mt-2 text-sm" />}
      {canBuy && (
        <div className="mt-auto pt-3">
          {/* Its area is the whole frame: a picture invites a click. */}
          <Button
            variant="secondary"
            onClick={onChoose}
            aria-label={t('bundles.choose.takeNamed', { style: name })}
            className="static w-full after:absolute after:inset-0 sm:w-auto"
          >
            {t('bundles.choose.take')}
          </Button>
        </div>
      )}
    </li>
  )
}

function PriceLine({ price, className }: { price: Price; className: string }) {
  const t = useTranslations('bundles.choose')
  const locale = useLocale()
  const { amountMinor, regularAmountMinor, currency } = price
  const regular = formatAmount(regularAmountMinor, currency, locale)
  return (
    <p className={clsx('flex flex-wrap gap-x-2 tabular-nums', className)}>
      <strong>{amountMinor === 0 ? t('free') : formatAmount(amountMinor, currency, locale)}</strong>
      {amountMinor !== regularAmountMinor && (
        <span className="text-ink-soft">
          {amountMinor === 0
            ? t('regular', { price: regular })
            : t.rich('reduced', { price: regular, s: (chunks) => <s>{chunks}</s> })}
        </span>
      )}
    </p>
  )
}

interface ConfirmationProps {
  person: Person
  acceptedCount: number
  offer: BundleOffer | null
  onClose: () => void
  onBought: () => Promise<void>
  onOrdered: () => void
}

function Confirmation({ person, acceptedCount, offer, onClose, onBought, onOrdered }: ConfirmationProps) {
  const t = useTranslations()
  const locale = useLocale()
  const { usable, markApplied, clear } = useDiscount()
  const cutMinor = offer && usable ? reductionOf(usable, offer.price) : 0
  const code = cutMinor > 0 ? usable?.code : undefined
  const amountOf = (amountMinor: number) => offer && formatAmount(amountMinor, offer.price.currency, locale)
  const due = offer && amountOf(offer.price.amountMinor - cutMinor)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const close = () => {
    setFailure(undefined)
    onClose()
  }

  async function buy(styleId: StyleId) {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = {
        personid: person.id,
        styleId,
        currency: CURRENCY_BY_LOCALE[locale],
        locale,
        ...(code !== undefined && { discountCode: code }),
      }
      await settleRemovals(person.id)
      const session = await browserClient().call('createCheckoutSession', { body })
      if (session.status === 'redirect') {
        window.location.assign(session.url)
        return
      }
      if (code !== undefined) markApplied()
      await onBought()
      close()
      onOrdered()
    } catch (error) {
      // A code that was good when it was entered: the price without it is shown, before anything is paid.
      if (error instanceof CallError && error.code.startsWith('discount_')) clear()
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={offer !== null}
      onClose={close}
      title={
        offer && t('bundles.confirm.title', { style: t(`styles.${offer.styleId}.name`), name: person.name })
      }
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button size="lg" busy={isBusy} onClick={() => offer && void buy(offer.styleId)}>
            {t('bundles.confirm.submit')}
          </Button>
          <Button size="lg" variant="quiet" onClick={close}>
            {t('bundles.confirm.cancel')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[6rem_1fr] gap-4 sm:grid-cols-[8rem_1fr] sm:gap-5">
        {offer && <StyleSample styleId={offer.styleId} sizes="128px" />}
        <div className="min-w-0">
          {offer && <p>{t(`styles.${offer.styleId}.description`)}</p>}
          <p className="mt-2">
            {t('bundles.confirm.body', { count: HEADSHOTS_PER_BUNDLE, selfies: acceptedCount })}
          </p>
        </div>
      </div>
      {offer?.includesTraining && <p className="mt-4 text-ink-soft">{t('bundles.confirm.selfiesFixed')}</p>}
      {offer && due !== null && (
        <dl className="mt-5 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-y border-hairline py-3 tabular-nums">
          {code !== undefined && (
            <>
              <dt className="min-w-0 break-words">{t('bundles.confirm.discount', { code })}</dt>
              <dd>{amountOf(-cutMinor)}</dd>
            </>
          )}
          <dt>{t('bundles.confirm.priceLabel')}</dt>
          <dd className="font-semibold">
            {offer.price.amountMinor === 0 ? t('bundles.confirm.priceFree', { price: due }) : due}
          </dd>
        </dl>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
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
