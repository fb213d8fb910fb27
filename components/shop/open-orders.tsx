'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Receipt } from '#contract/payments.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { useStill } from '#components/product/use-still.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { leadsOrder, orderTotalOf } from '#lib/checkout/ordered-together.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { goToPayment } from './go-to-payment.ts'
import { useBackAgain } from './use-back-again.ts'
import { useStyleNames } from './use-style-names.ts'

interface Props {
  personId: string
  /** Called when the order turns out to be paid. */
  onBought: () => Promise<void>
}

/**
 * Unpaid orders of this person: each can be continued or canceled, or is being processed by the customer's bank.
 */
export function OpenOrders({ personId, onBought }: Props) {
  const t = useTranslations('shop.order')
  const { data, mutate } = useEndpoint('getPayments', {})
  const [hasCanceled, setCanceled] = useState(false)
  useBackAgain(() => void mutate())
  const payments = useStill(data?.payments)
  const own = (payments ?? []).filter((receipt) => receipt.personId === personId && leadsOrder(receipt))
  const open = own.filter((receipt) => receipt.payableUntil !== null && receipt.provider === 'stripe')
  const atBank = own.filter(({ state }) => state === 'processing')
  const settle = async (receipt: Receipt) => {
    await Promise.all([mutate(), receipt.state === 'paid' ? onBought() : undefined])
    setCanceled(receipt.state === 'expired')
  }
  return (
    <>
      <p role="status" className={hasCanceled ? 'text-ink-soft' : 'sr-only'}>
        {hasCanceled && t('canceled')}
      </p>
      {atBank.map((receipt) => (
        <OrderAtBank key={receipt.paymentId} receipt={receipt} />
      ))}
      {open.map((receipt) => (
        <OpenOrder
          key={receipt.paymentId}
          receipt={receipt}
          onSettled={settle}
          onGone={() => void mutate()}
        />
      ))}
    </>
  )
}

function OrderAtBank({ receipt }: { receipt: Receipt }) {
  const styleNames = useStyleNames()
  const { lines, price } = receipt
  const total = orderTotalOf(receipt)
  const t = useTranslations()
  const locale = useLocale()
  return (
    <Notice live={false} title={t('shop.order.processing.title', { style: styleNames(lines) })}>
      <p className="tabular-nums">
        {t('shop.order.processing.body', {
          count: total.promisedCount,
          amount: formatAmount(total.amountMinor, price.currency, locale),
        })}
      </p>
    </Notice>
  )
}

interface OrderProps {
  receipt: Receipt
  onSettled: (receipt: Receipt) => Promise<void>
  /** Called when the order is no longer open. */
  onGone: () => void
}

function OpenOrder({ receipt, onSettled, onGone }: OrderProps) {
  const t = useTranslations()
  const locale = useLocale()
  const format = useFormatter()
  const [busy, setBusy] = useState<'resume' | 'cancel' | null>(null)
  const [failure, setFailure] = useState<unknown>()
  useBackAgain(() => setBusy(null))
  const styleNames = useStyleNames()
  const { paymentId, lines, price, payableUntil, wasDeclined } = receipt
  const total = orderTotalOf(receipt)
  const body = { paymentId }

  async function act(kind: 'resume' | 'cancel', work: () => Promise<unknown>) {
    setBusy(kind)
    setFailure(undefined)
    try {
      // Stays busy during the redirect.
      if ((await work()) === 'leaving') return
    } catch (error) {
      setFailure(error)
      if (error instanceof CallError && error.code === 'payment_ended') onGone()
    }
    setBusy(null)
  }
  const resume = () =>
    act('resume', async () => {
      const session = await browserClient().call('resumePayment', { body })
      if (session.status !== 'fulfilled') return goToPayment(session, locale)
      return onSettled(await browserClient().call('confirmPayment', { body }))
    })
  const cancel = () =>
    act('cancel', async () => onSettled(await browserClient().call('cancelPayment', { body })))

  return (
    <Notice
      live={false}
      title={t('shop.order.title', { style: styleNames(lines) })}
      action={
        <>
          <Button busy={busy === 'resume'} disabled={busy === 'cancel'} onClick={() => void resume()}>
            {t('shop.order.resume')}
          </Button>
          <Button
            variant="secondary"
            busy={busy === 'cancel'}
            disabled={busy === 'resume'}
            onClick={() => void cancel()}
          >
            {t('shop.order.cancel')}
          </Button>
        </>
      }
    >
      {wasDeclined && <p>{t('shop.order.declined')}</p>}
      <p className="tabular-nums">
        {t('shop.order.body', {
          count: total.promisedCount,
          amount: formatAmount(total.amountMinor, price.currency, locale),
          time: format.dateTime(new Date(payableUntil ?? receipt.createdAt), { timeStyle: 'short' }),
        })}
      </p>
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-3" />}
    </Notice>
  )
}
