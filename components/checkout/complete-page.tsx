'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, type ReactNode } from 'react'
import { OPEN_PAYMENT_STATES, type Receipt } from '#contract/payments.ts'
import { AcquisitionCard } from '#components/feedback/acquisition-card.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { isComingBack } from '#lib/analytics/coming-back.ts'
import { tellInteraction } from '#lib/analytics/tell.ts'
import { CallError } from '#lib/api/call-error.ts'
import { browserDiscount } from '#lib/discount/browser-discount.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { usePayment } from './use-payment.ts'

interface Props {
  paymentId: string
  /** Whether the customer came back without paying. */
  isCanceled: boolean
}

/** Where the provider's page leads back to: says what became of the money, and where to go from here. */
export function CompletePage({ paymentId, isCanceled }: Props) {
  const t = useTranslations('checkout')
  const { receipt, error, isAsking, ask } = usePayment(paymentId, isCanceled)
  const hasUsedDiscount =
    receipt?.state === 'paid' && receipt.price.amountMinor < receipt.price.regularAmountMinor
  useEffect(() => {
    if (hasUsedDiscount) browserDiscount().markApplied()
  }, [hasUsedDiscount])
  const isPaid = receipt?.state === 'paid'
  useEffect(() => {
    if (isPaid && !isComingBack()) tellInteraction('purchase_paid', paymentId)
  }, [isPaid, paymentId])
  if (error !== undefined) {
    if (!meansMissing(error)) return <CallErrorNotice error={error} onRetry={ask} />
    return <Said title={t('missing.title')} body={t('missing.body')} action={<Onward href="/persons" />} />
  }
  const isOpen = receipt === undefined || OPEN_PAYMENT_STATES.includes(receipt.state)
  if (isOpen && isAsking) {
    return (
      <div role="status">
        <PageHeading title={t('checking.title')} lead={t('checking.body')} />
        <Spinner className="mt-8 size-6" />
      </div>
    )
  }
  if (receipt === undefined || isOpen) return <Unknown receipt={receipt} onAsk={ask} />
  return (
    <>
      <Outcome receipt={receipt} isCanceled={isCanceled} />
      {receipt.state === 'paid' && <AcquisitionCard />}
    </>
  )
}

function Unknown({ receipt, onAsk }: { receipt: Receipt | undefined; onAsk: () => void }) {
  const t = useTranslations()
  return (
    <Said
      title={t('checkout.slow.title')}
      body={t('checkout.slow.body')}
      receipt={receipt}
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

function Outcome({ receipt, isCanceled }: { receipt: Receipt; isCanceled: boolean }) {
  const t = useTranslations()
  const locale = useLocale()
  const { state, price, styleId, refundDueAmountMinor, personId } = receipt
  const amountOf = (amountMinor: number) => formatAmount(amountMinor, price.currency, locale)
  const back = <Onward href={personPage(receipt)} />
  switch (state) {
    case 'paid':
      return (
        <Said
          title={t('checkout.paid.title')}
          body={t('checkout.paid.body', {
            style: t(`styles.${styleId}.name`),
            amount: amountOf(price.amountMinor),
          })}
          receipt={receipt}
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
    case 'refunding':
    case 'refunded':
      return (
        <Said
          title={t('checkout.refunded.title')}
          body={t('checkout.refunded.body', { amount: amountOf(refundDueAmountMinor) })}
          receipt={receipt}
          action={back}
        />
      )
    case 'disputed':
      return <Said title={t('bundles.frozen.title')} body={t('bundles.frozen.body')} action={back} />
    case 'created':
    case 'pending':
    case 'expired': {
      const how = isCanceled ? 'canceled' : 'expired'
      return <Said title={t(`checkout.${how}.title`)} body={t(`checkout.${how}.body`)} action={back} />
    }
  }
}

interface SaidProps {
  title: string
  body: string
  receipt?: Receipt | undefined
  action: ReactNode
}

function Said({ title, body, receipt, action }: SaidProps) {
  const t = useTranslations('checkout')
  return (
    <div role="status">
      <PageHeading title={title} lead={body} />
      <p className="mt-8 flex flex-wrap gap-3">{action}</p>
      {receipt && (
        <p className="mt-6 text-sm text-ink-soft tabular-nums">
          {t('reference', { reference: receipt.orderReference })}
        </p>
      )}
    </div>
  )
}

function Onward({ href, isSecond = false }: { href: string; isSecond?: boolean }) {
  const t = useTranslations('checkout')
  return (
    <Link href={href} className={buttonClassName({ size: 'lg', variant: isSecond ? 'quiet' : 'primary' })}>
      {t('again')}
    </Link>
  )
}

function personPage(receipt: Receipt | undefined): string {
  return receipt?.personId ? `/persons/${receipt.personId}#styles` : '/persons'
}

function meansMissing(error: unknown): boolean {
  return (
    error instanceof CallError &&
    ['payment_not_found', 'body_invalid', 'parameter_required'].includes(error.code)
  )
}
