'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { BundleOffer } from '#contract/bundles.ts'
import type { Cares } from '#contract/cares.ts'
import type { LookChoices } from '#contract/looks.ts'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import type { Person } from '#contract/persons.ts'
import { isLook, type StyleId } from '#contract/styles.ts'
import { CaresChoice } from '#components/cares/cares-choice.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useLegalLinks } from '#components/product/use-legal-links.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { settleRemovals } from '#components/upload/use-removals.ts'
import { CallError } from '#lib/api/call-error.ts'
import { untilAnswered } from '#lib/api/until-answered.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { preferredForm } from '#lib/checkout/checkout-config.ts'
import { priceOrder } from '#lib/discount/order-price.ts'
import { isFriendsPrice } from '#lib/discount/reduction.ts'
import { useDiscount } from '#lib/discount/use-discount.ts'
import { formatAmount, formatAmounts } from '#lib/i18n/amount.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { DiscountField } from './discount-field.tsx'
import { goToPayment } from './go-to-payment.ts'
import { HowItIsMade } from './how-it-is-made.tsx'
import { LookChoice } from './look-choice.tsx'
import { MoreStyles } from './more-styles.tsx'
import { StyleSample } from './style-sample.tsx'
import { useBackAgain } from './use-back-again.ts'

interface Props {
  person: Person
  /** The offer to buy; null closes the dialog. */
  offer: BundleOffer | null
  /** What can be ordered with it. */
  others: readonly BundleOffer[]
  onClose: () => void
  onBought: () => Promise<void>
  onOrdered: (isRepeat: boolean) => void
}

/** The purchase, its price, and the ways to pay: by card on the provider's page, or with credits. */
export function PurchaseDialog({ person, offer, others, ...callbacks }: Props) {
  const { onClose, onBought, onOrdered } = callbacks
  const t = useTranslations()
  const locale = useLocale()
  const legalLinks = useLegalLinks()
  const [busy, setBusy] = useState<'money' | 'credits' | null>(null)
  // For the next style as well: most are bought for the same face.
  const [cares, setCares] = useState<Cares>({})
  const [alsoStyleIds, setAlsoStyleIds] = useState<StyleId[]>([])
  const [look, setLook] = useState<LookChoices>({})
  const [failure, setFailure] = useState<unknown>()
  const { data: wallet } = useEndpoint('getReferralCredits', offer === null ? null : {})
  // Before the dialog opens, which would grow by it.
  const { data: processing } = useEndpoint('getProcessing', {})
  const { discount, usable, markApplied, clear } = useDiscount()
  const also = others.filter(({ styleId }) => alsoStyleIds.includes(styleId))
  const order = offer ? priceOrder([offer, ...also], usable) : undefined
  const { cutMinor = 0, creditAmount = 0 } = order ?? {}
  const code = cutMinor > 0 ? usable?.code : undefined
  const price = order && formatAmount(order.dueMinor, order.price.currency, locale)
  const isFree = order?.dueMinor === 0
  const friendCutMinor =
    order && code === undefined && isFriendsPrice(order.price)
      ? order.price.regularAmountMinor - order.price.amountMinor
      : 0
  const amountOf =
    order &&
    formatAmounts(
      [
        order.dueMinor,
        cutMinor,
        friendCutMinor,
        ...order.lines.map(({ regularAmountMinor }) => regularAmountMinor),
      ],
      order.price.currency,
      locale,
    )
  const canUseCredits = !isFree && order !== undefined && (wallet?.credits ?? 0) >= creditAmount
  const ordered = offer ? [offer, ...also] : []
  const headshotCount = ordered.reduce((sum, one) => sum + one.headshotCount, 0)

  // Back from the provider's page: the buttons work again.
  useBackAgain(() => setBusy(null))

  // Of the order that is being asked for; closing the dialog ends the asking.
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const close = () => {
    asking.current?.abort()
    setFailure(undefined)
    setAlsoStyleIds([])
    onClose()
  }

  /** `order` answers `leaving` when the browser is on its way to another page. */
  async function buy(
    means: 'money' | 'credits',
    order: (options: {
      idempotencyKey: string
    }) => Promise<'leaving' | { bundleId: string; isRepeat: boolean }>,
  ) {
    const waiting = new AbortController()
    // One order, however often it has to be sent.
    const idempotencyKey = crypto.randomUUID()
    asking.current = waiting
    setBusy(means)
    setFailure(undefined)
    try {
      await settleRemovals(person.id)
      const ordered = await untilAnswered(() => order({ idempotencyKey }), {
        signal: waiting.signal,
        onAway: setFailure,
      })
      // Ordered without the refused code: its message has been dealt with.
      if (discount && discount.error !== null) clear()
      if (ordered === 'leaving') return
      await onBought()
      close()
      onOrdered(ordered.isRepeat)
    } catch (error) {
      // A code that has become invalid: the full price is shown, before any payment.
      if (error instanceof CallError && error.code.startsWith('discount_')) clear()
      if (!(error instanceof CallError && error.code === 'canceled')) setFailure(error)
    }
    setBusy(null)
  }

  const chosen = { cares, ...(ordered.some(({ styleId }) => isLook(styleId)) && { look }) }

  const payByCard = ({ styleId, price: { currency } }: BundleOffer) =>
    buy('money', async (options) => {
      const body = {
        personid: person.id,
        styleId,
        alsoStyleIds,
        currency,
        form: await preferredForm(),
        ...chosen,
        ...(code !== undefined && { discountCode: code }),
      }
      const session = await browserClient().call('createCheckoutSession', { body }, options)
      if (session.status !== 'fulfilled') return goToPayment(session, locale)
      if (code !== undefined && !session.isRepeat) markApplied()
      return session
    })

  const payWithCredits = ({ styleId }: BundleOffer) =>
    buy('credits', (options) =>
      browserClient().call(
        'useReferralCredits',
        { body: { personid: person.id, styleId, alsoStyleIds, ...chosen } },
        options,
      ),
    )

  return (
    <Dialog
      open={offer !== null}
      onClose={close}
      title={
        offer &&
        t('shop.confirm.title', {
          count: ordered.length,
          style: t(`styles.${offer.styleId}.name`),
          name: person.name,
        })
      }
      closeLabel={t('ui.close')}
      actions={
        <>
          <Button
            size="lg"
            busy={busy === 'money'}
            disabled={busy === 'credits'}
            onClick={() => offer && void payByCard(offer)}
          >
            {isFree ? t('shop.confirm.submitFree') : t('shop.confirm.submit', { price: price ?? '' })}
          </Button>
          {canUseCredits && (
            <Button
              size="lg"
              variant="secondary"
              busy={busy === 'credits'}
              disabled={busy === 'money'}
              onClick={() => offer && void payWithCredits(offer)}
            >
              {t('shop.confirm.payCredits', { count: creditAmount })}
            </Button>
          )}
          <Button size="lg" variant="quiet" onClick={close}>
            {t('shop.confirm.cancel')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[clamp(4rem,24vw,6rem)_1fr] gap-4 sm:grid-cols-[8rem_1fr] sm:gap-5">
        {offer && (
          <StyleSample
            styleId={offer.styleId}
            url={offer.sampleUrl}
            alt={t('shop.choose.sampleAlt', {
              name: person.name,
              style: t(`styles.${offer.styleId}.name`),
            })}
            sizes="128px"
            className="self-start"
          />
        )}
        <div className="min-w-0">
          {offer && <p>{t(`styles.${offer.styleId}.description`)}</p>}
          {offer?.selfieCount !== undefined && (
            <p className="mt-2">
              {t('shop.confirm.body', { count: offer.headshotCount, selfies: offer.selfieCount })}
            </p>
          )}
        </div>
      </div>
      {offer && (
        <MoreStyles
          offer={offer}
          others={others}
          chosen={alsoStyleIds}
          onChange={setAlsoStyleIds}
          className="mt-5"
        />
      )}
      {offer?.includesTraining && <p className="mt-4 text-ink-soft">{t('shop.confirm.selfiesFixed')}</p>}
      {ordered.some(({ styleId }) => isLook(styleId)) && (
        <LookChoice look={look} onChange={setLook} className="mt-5" />
      )}
      {offer && (
        <div className="mt-5 divide-y divide-hairline border-t border-hairline">
          <HowItIsMade processing={processing} makers={ordered.map(({ engines }) => engines)} />
          <CaresChoice possible={caresOf(ordered)} cares={cares} onChange={setCares} purpose="order" />
        </div>
      )}
      {order && amountOf && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-y border-hairline py-3 tabular-nums [&>dd]:text-right">
          {ordered.length > 1 &&
            order.lines.map(({ styleId, regularAmountMinor }) => (
              <Fragment key={styleId}>
                <dt className="min-w-0 break-words">
                  {t(`styles.${styleId}.name`)}{' '}
                  <span className="text-sm text-ink-soft">
                    {t('bundles.state.ready', {
                      count: ordered.find((one) => one.styleId === styleId)?.headshotCount ?? 0,
                    })}
                  </span>
                </dt>
                <dd translate="no">{amountOf(regularAmountMinor)}</dd>
              </Fragment>
            ))}
          {code !== undefined && (
            <>
              <dt className="min-w-0 break-words">{t('shop.confirm.discount', { code })}</dt>
              <dd translate="no">{amountOf(-cutMinor)}</dd>
            </>
          )}
          {friendCutMinor > 0 && (
            <>
              <dt>{t('shop.confirm.friend')}</dt>
              <dd translate="no">{amountOf(-friendCutMinor)}</dd>
            </>
          )}
          <dt>
            {t('shop.confirm.priceLabel')}{' '}
            <span className="text-sm text-ink-soft">{t('shop.confirm.taxIncluded')}</span>
          </dt>
          <dd translate="no" className="font-semibold">
            {amountOf(order.dueMinor)}
          </dd>
        </dl>
      )}
      {order && order.price.amountMinor > 0 && <DiscountField price={order.price} />}
      {!isFree && (
        <p className="mt-3 text-sm text-ink-soft">
          {`${t('shop.confirm.promise', { count: headshotCount })} `}
          {t('shop.confirm.next', { days: GUARANTEE_DAYS, ways: t('shop.waysToPay') })}{' '}
          {canUseCredits && t('shop.confirm.balance', { count: wallet?.credits ?? 0 })}
        </p>
      )}
      <p className="mt-3 text-sm text-ink-soft">{t.rich('shop.confirm.legal', legalLinks)}</p>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
    </Dialog>
  )
}

/** What one of them at least can retouch; the others leave it. */
function caresOf(offers: readonly BundleOffer[]): BundleOffer['possibleCares'] {
  return [...new Set(offers.flatMap(({ possibleCares }) => possibleCares))]
}
