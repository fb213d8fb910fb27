'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Receipt } from '#contract/payments.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useEndpoint } from '#lib/api/use-endpoint.ts'
import { loadCheckoutConfig } from '#lib/checkout/checkout-config.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { browserClient } from '#lib/session/browser-session.ts'

/** The provider's form for one payment, on a page of ours. A reload finds the same form. */
export function PayPage({ paymentId }: { paymentId: string }) {
  const t = useTranslations('checkout.pay')
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')
  const [failure, setFailure] = useState<unknown>()
  const [round, setRound] = useState(0)
  const { data } = useEndpoint('getPayments', {})
  const receipt = data?.payments.find((payment) => payment.paymentId === paymentId)
  const locale = useLocale()
  const complete = `/checkout/complete?payment=${paymentId}`

  useEffect(() => {
    const gone = new AbortController()
    const isGone = () => gone.signal.aborted
    let close: (() => void) | undefined
    const open = async () => {
      const session = await browserClient().call('resumePayment', { body: { paymentId } })
      if (isGone()) return
      if (session.status !== 'embedded') {
        window.location.assign(session.status === 'redirect' ? session.url : `/${locale}${complete}`)
        return
      }
      const form = await openForm(session.clientSecret)
      if (isGone() || !frame.current) {
        form.destroy()
        return
      }
      form.mount(frame.current)
      close = () => form.destroy()
      setState('open')
    }
    open().catch((error: unknown) => {
      if (isGone()) return
      setFailure(error)
      setState('failed')
    })
    return () => {
      gone.abort()
      close?.()
    }
  }, [paymentId, round, locale, complete])

  const retry = () => {
    setState('loading')
    setFailure(undefined)
    setRound(round + 1)
  }
  return (
    <>
      <PageHeading title={t('title')} lead={receipt ? <Lead receipt={receipt} /> : '\u00a0'} />
      <p role="status" className="sr-only">
        {state === 'loading' && t('loading')}
      </p>
      {state === 'failed' && (
        <CallErrorNotice error={failure} title={t('failed')} onRetry={retry} className="mt-8 max-w-xl" />
      )}
      <div aria-busy={state === 'loading'} className={state === 'failed' ? 'hidden' : 'mt-8'}>
        {state === 'loading' && <Skeleton className="h-128" />}
        {/* The form fills itself: what stands below waits at the height it will have. */}
        <div
          ref={frame}
          role="region"
          aria-label={t('form')}
          className={state === 'open' ? 'min-h-128' : ''}
        />
      </div>
      <p className="mt-8">
        <Link href={`${complete}&canceled=1`} className={buttonClassName({ variant: 'secondary' })}>
          {t('cancel')}
        </Link>
      </p>
    </>
  )
}

function Lead({ receipt: { styleId, price, payableUntil } }: { receipt: Receipt }) {
  const t = useTranslations()
  const locale = useLocale()
  const format = useFormatter()
  if (payableUntil === null) return null
  return t('checkout.pay.lead', {
    style: t(`styles.${styleId}.name`),
    amount: formatAmount(price.amountMinor, price.currency, locale),
    time: format.dateTime(new Date(payableUntil), { timeStyle: 'short' }),
  })
}

/** Stripe's script is loaded here and nowhere else. */
async function openForm(clientSecret: string) {
  const [{ stripePublishableKey }, { loadStripe }] = await Promise.all([
    loadCheckoutConfig(),
    import('@stripe/stripe-js/pure'),
  ])
  const stripe = stripePublishableKey === null ? null : await loadStripe(stripePublishableKey)
  if (!stripe) throw new Error("the provider's form cannot be had here")
  return stripe.createEmbeddedCheckoutPage({ clientSecret })
}
