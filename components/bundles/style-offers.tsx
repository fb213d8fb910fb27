'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
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
import { browserClient } from '#lib/session/browser-session.ts'
import { StyleSample } from './style-sample.tsx'

const MINOR_PER_MAJOR = 100

interface Props {
  person: Person
  acceptedCount: number
  /** Undefined while loading. */
  offers: readonly BundleOffer[] | undefined
  /** Called once the purchase went through. */
  onBought: () => Promise<void>
}

/** The styles this person does not have yet. Buying is confirmed in a dialog, for it cannot be undone. */
export function StyleOffers({ person, acceptedCount, offers, onBought }: Props) {
  const t = useTranslations('bundles.choose')
  const [chosen, setChosen] = useState<BundleOffer | null>(null)
  const missing = Math.max(0, SELFIE_MIN_ACCEPTED - acceptedCount)
  if (!offers) return <OffersSkeleton />
  return (
    <>
      {missing > 0 && <p className="mb-6 font-medium">{t('needMore', { missing })}</p>}
      <ul className="grid gap-x-4 gap-y-6 md:grid-cols-3 lg:gap-x-8">
        {offers
          .filter(({ bundleId }) => bundleId === null)
          .map((offer) => (
            <Offer
              key={offer.styleId}
              offer={offer}
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
      />
    </>
  )
}

function Offer({ offer, canBuy, onChoose }: { offer: BundleOffer; canBuy: boolean; onChoose: () => void }) {
  const t = useTranslations()
  const format = usePrice()
  const name = t(`styles.${offer.styleId}.name`)
  return (
    <li className="grid grid-cols-[2fr_3fr] gap-x-4 md:flex md:flex-col">
      <StyleSample styleId={offer.styleId} />
      <div className="flex flex-1 flex-col border-t border-hairline pt-3 md:mt-4">
        <h3 className="text-lg md:text-xl">{name}</h3>
        <p className="mt-1 text-sm text-ink-soft">{t(`styles.${offer.styleId}.description`)}</p>
        <p className="mt-3 mb-4 text-sm">
          <strong className="block">{t('bundles.choose.free')}</strong>
          <span className="text-ink-soft">
            {t('bundles.choose.regular', { price: format(offer.price, 'regular') })}
          </span>
        </p>
        {canBuy && (
          <div className="mt-auto">
            <Button onClick={onChoose} aria-label={t('bundles.choose.takeNamed', { style: name })}>
              {t('bundles.choose.take')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

interface ConfirmationProps {
  person: Person
  acceptedCount: number
  offer: BundleOffer | null
  onClose: () => void
  onBought: () => Promise<void>
}

function Confirmation({ person, acceptedCount, offer, onClose, onBought }: ConfirmationProps) {
  const t = useTranslations()
  const locale = useLocale()
  const format = usePrice()
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
      const body = { personid: person.id, styleId, currency: CURRENCY_BY_LOCALE[locale] }
      await browserClient().call('createCheckoutSession', { body })
      await onBought()
      close()
    } catch (error) {
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
      <p>{t('bundles.confirm.body', { count: HEADSHOTS_PER_BUNDLE, selfies: acceptedCount })}</p>
      {offer?.includesTraining && <p className="mt-2 text-ink-soft">{t('bundles.confirm.selfiesFixed')}</p>}
      {offer && (
        <dl className="mt-5 flex flex-wrap justify-between gap-x-4 border-y border-hairline py-3 tabular-nums">
          <dt>{t('bundles.confirm.priceLabel')}</dt>
          <dd className="font-semibold">
            {t('bundles.confirm.priceValue', { price: format(offer.price, 'now') })}
          </dd>
        </dl>
      )}
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}

function usePrice(): (price: Price, which: 'now' | 'regular') => string {
  const format = useFormatter()
  return (price, which) => {
    const amountMinor = which === 'now' ? price.amountMinor : price.regularAmountMinor
    return format.number(amountMinor / MINOR_PER_MAJOR, {
      style: 'currency',
      currency: price.currency,
      minimumFractionDigits: amountMinor % MINOR_PER_MAJOR === 0 ? 0 : 2,
    })
  }
}

function OffersSkeleton() {
  return (
    <div className="grid gap-x-4 gap-y-6 md:grid-cols-3 lg:gap-x-8">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-52 md:aspect-3/4 md:h-auto" />
      ))}
    </div>
  )
}
