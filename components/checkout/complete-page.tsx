'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, type ReactNode } from 'react'
import { OPEN_PAYMENT_STATES, type Receipt } from '#contract/payments.ts'
import { AcquisitionCard } from '#components/feedback/acquisition-card.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useStyleNames } from '#components/shop/use-style-names.ts'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { isReload } from '#lib/analytics/is-reload.ts'
import { trackInteraction } from '#lib/analytics/track.ts'
import { browserDiscount } from '#lib/discount/browser-discount.ts'
import { orderTotalOf } from '#lib/checkout/ordered-together.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { purchaseResultOf, type PurchaseResult } from './purchase-result.ts'
import { OrderSheet } from './order-sheet.tsx'
import { meansMissing, PaymentMissing } from './payment-missing.tsx'
import { useOrderedStyle, type OrderedStyle } from './use-ordered-style.ts'
import { usePayment } from './use-payment.ts'

interface Props {
  paymentId: string
  /** Whether the customer came back without paying. */
  isCanceled: boolean
}

/** The return page of the payment provider: shows the payment's result, and the next step. */
export function CompletePage({ paymentId, isCanceled }: Props) {
  const t = useTranslations('checkout')
  const { receipt, error, isAsking, ask } = usePayment(paymentId, isCanceled)
  const ordered = useOrderedStyle(receipt)
  const hasUsedDiscount = receipt?.state === 'paid' && hasReduction(receipt)
  useEffect(() => {
    if (hasUsedDiscount) browserDiscount().markApplied()
  }, [hasUsedDiscount])
  const isPaid = receipt?.state === 'paid'
  useEffect(() => {
    if (isPaid && !isReload()) trackInteraction('purchase_paid', paymentId)
  }, [isPaid, paymentId])
  if (error !== undefined) {
    return meansMissing(error) ? <PaymentMissing /> : <Unreachable error={error} onRetry={ask} />
  }
  const isOpen = receipt === undefined || OPEN_PAYMENT_STATES.includes(receipt.state)
  if (isOpen && isAsking) {
    // Of who came back without paying, no payment is being confirmed.
    const asked = isCanceled ? 'leaving' : 'checking'
    return (
      <div role="status">
        <PageHeading title={t(`${asked}.title`)} lead={t(`${asked}.body`)} />
        <Spinner className="mt-8 size-6" />
      </div>
    )
  }
  if (receipt === undefined || isOpen) return <Unknown receipt={receipt} ordered={ordered} onAsk={ask} />
  // Whether the person has the style is unknown until the styles are loaded.
  if (ordered.isLoading && receipt.refundReason === 'unfulfilled') return <Spinner className="size-6" />
  const result = purchaseResultOf(receipt, { isCanceled, hasStyle: ordered.isHeld })
  return (
    <>
      <Outcome result={result} receipt={receipt} ordered={ordered} />
      {isPaid && <AcquisitionCard className="mt-12" />}
    </>
  )
}

function Unknown({
  receipt,
  ordered,
  onAsk,
}: {
  receipt: Receipt | undefined
  ordered: OrderedStyle
  onAsk: () => void
}) {
  const t = useTranslations()
  return (
    <Said
      title={t('checkout.slow.title')}
      body={t('checkout.slow.body')}
      receipt={receipt}
      ordered={ordered}
      action={
        <>
          <Button size="lg" onClick={onAsk}>
            {t('ui.retry')}
          </Button>
          <Onward href={personPage(receipt)} isSecond />
        </>
      }
    />
  )
}

/** No answer: the message says first that nothing was lost. */
function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('checkout.unreachable')
  return (
    <>
      <PageHeading title={t('title')} lead={t('body')} />
      <CallErrorNotice error={error} onRetry={onRetry} className="mt-8 max-w-xl" />
    </>
  )
}

interface OutcomeProps {
  result: PurchaseResult
  receipt: Receipt
  ordered: OrderedStyle
}

function Outcome({ result, receipt, ordered }: OutcomeProps) {
  const t = useTranslations()
  const locale = useLocale()
  const styleNames = useStyleNames()
  const { price, lines, personId } = receipt
  const total = orderTotalOf(receipt)
  const amountOf = (amountMinor: number) => formatAmount(amountMinor, price.currency, locale)
  const style = styleNames(lines)
  const shown = { receipt, ordered, isDone: result === 'paid' || result === 'free' }
  if (result === 'paid' || result === 'free') {
    const body =
      result === 'free'
        ? t('checkout.free.body', { style })
        : t('checkout.paid.body', { style, amount: amountOf(total.amountMinor) })
    return (
      <Said
        {...shown}
        title={t('checkout.paid.title')}
        body={body}
        action={
          <Link
            href={personId === null ? '/persons' : `/persons/${personId}`}
            className={buttonClassName({ size: 'lg' })}
          >
            {t('checkout.paid.action')}
          </Link>
        }
      />
    )
  }
  const back = <Onward href={personPage(receipt)} />
  if (result === 'disputed') {
    return <Said {...shown} title={t('bundles.frozen.title')} body={t('bundles.frozen.body')} action={back} />
  }
  const amount = amountOf(total.refundDueAmountMinor)
  return (
    <Said
      {...shown}
      title={t(`checkout.${result}.title`)}
      body={t(`checkout.${result}.body`, { amount })}
      action={back}
    />
  )
}

interface SaidProps {
  title: string
  body: string
  receipt?: Receipt | undefined
  ordered?: OrderedStyle | undefined
  /** Whether the order was delivered. */
  isDone?: boolean
  action: ReactNode
}

function Said({ title, body, receipt, ordered, isDone = false, action }: SaidProps) {
  const said = (
    <div className="min-w-0 sm:self-center">
      <div role="status">
        <PageHeading title={title} lead={body} />
      </div>
      <p className="mt-8 flex flex-wrap gap-x-6 gap-y-3">{action}</p>
    </div>
  )
  if (!receipt) return said
  return (
    <OrderSheet
      receipt={receipt}
      sampleUrl={ordered?.sampleUrl ?? null}
      isSampleLoading={ordered?.isLoading ?? false}
      isDone={isDone}
    >
      {said}
    </OrderSheet>
  )
}

function Onward({ href, isSecond = false }: { href: string; isSecond?: boolean }) {
  const t = useTranslations('checkout')
  return (
    <Link
      href={href}
      className={
        isSecond
          ? buttonClassName({ size: 'lg', variant: 'quiet', className: 'px-0!' })
          : buttonClassName({ size: 'lg' })
      }
    >
      {t('again')}
    </Link>
  )
}

function hasReduction(receipt: Receipt): boolean {
  const { amountMinor, regularAmountMinor } = orderTotalOf(receipt)
  return amountMinor < regularAmountMinor
}

function personPage(receipt: Receipt | undefined): string {
  return receipt?.personId ? `/persons/${receipt.personId}#styles` : '/persons'
}
