'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Receipt } from '#contract/payments.ts'
import { useStyleNames } from '#components/shop/use-style-names.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Button, buttonClassName } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { CallError, type CallErrorCode } from '#lib/api/call-error.ts'
import { orderTotalOf } from '#lib/checkout/ordered-together.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { loadCheckoutConfig, noteForm } from '#lib/checkout/checkout-config.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { browserClient } from '#lib/session/browser-session.ts'
import { meansMissing, PaymentMissing } from './payment-missing.tsx'

/** Codes after which the purchase can never be paid. */
const ENDED: readonly CallErrorCode[] = ['payment_ended', 'person_not_found', 'selfies_insufficient']

/** The provider's form for one payment, on a page of ours. A reload finds the same form. */
export function PayPage({ paymentId }: { paymentId: string }) {
  const t = useTranslations('checkout.pay')
  const again = useTranslations('checkout')
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
        // Paid by now, or with the customer's bank.
        window.location.assign(session.status === 'redirect' ? session.url : `/${locale}${complete}`)
        return
      }
      const form = await openForm(session.clientSecret).catch((cause: unknown) => {
        throw new FormError(cause)
      })
      if (isGone() || !frame.current) {
        form.destroy()
        return
      }
      form.mount(frame.current)
      noteForm(true)
      close = () => form.destroy()
      setState('open')
    }
    open().catch((error: unknown) => {
      if (isGone()) return
      if (error instanceof FormError) noteForm(false)
      setFailure(error)
      setState('failed')
    })
    return () => {
      gone.abort()
      close?.()
    }
  }, [paymentId, round, locale, complete])

  if (meansMissing(failure)) return <PaymentMissing />
  const isOver = failure instanceof CallError && ENDED.includes(failure.code)
  const retry = () => {
    setState('loading')
    setFailure(undefined)
    setRound(round + 1)
  }
  return (
    <>
      <PageHeading
        title={t('title')}
        // Two lines on a phone, also before they are known.
        lead={
          <span className="block min-h-[2lh] sm:min-h-[1lh]">{receipt && <Lead receipt={receipt} />}</span>
        }
        actions={
          !isOver && (
            <Link
              href={`${complete}&canceled=1`}
              className={buttonClassName({ variant: 'quiet', className: 'px-0! sm:-mb-2.5' })}
            >
              {t('cancel')}
            </Link>
          )
        }
      />
      <p role="status" className="sr-only">
        {state === 'loading' && t('loading')}
      </p>
      {state === 'failed' &&
        (failure instanceof FormError ? (
          <FormFailure onRetry={retry} />
        ) : (
          <CallErrorNotice
            error={failure}
            title={t('failed')}
            onRetry={isOver ? undefined : retry}
            className="mt-8 max-w-xl"
          />
        ))}
      <div aria-busy={state === 'loading'} className={state === 'failed' ? 'hidden' : 'mt-8'}>
        {state === 'loading' && <FormSkeleton />}
        {/* The form fills itself: the footer waits at its final height. */}
        <div
          ref={frame}
          role="region"
          aria-label={t('form')}
          className={state === 'open' ? 'min-h-128' : ''}
        />
      </div>
      {isOver && (
        <p className="mt-8">
          <Link
            href={receipt?.personId ? `/persons/${receipt.personId}#styles` : '/persons'}
            className={buttonClassName({ size: 'lg' })}
          >
            {again('again')}
          </Link>
        </p>
      )}
    </>
  )
}

/** As high as the form with its fields and button. */
function FormSkeleton() {
  const t = useTranslations('checkout.pay')
  return (
    <div aria-hidden="true" className="min-h-128 max-w-md border-t border-hairline pt-6">
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        {t('loading')}
      </p>
      {[0, 1, 2].map((index) => (
        <div key={index} className="mt-6">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-2 h-12" />
        </div>
      ))}
      <Skeleton className="mt-8 h-13" />
    </div>
  )
}

/** The cause cannot be seen: most often a blocker or network that excludes other sites. */
function FormFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations()
  return (
    <Notice
      tone="error"
      title={t('checkout.pay.failed')}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
      className="mt-8 max-w-xl"
    >
      {t('checkout.pay.blocked')}
    </Notice>
  )
}

function Lead({ receipt }: { receipt: Receipt }) {
  const styleNames = useStyleNames()
  const { lines, price, payableUntil } = receipt
  const t = useTranslations()
  const locale = useLocale()
  const format = useFormatter()
  if (payableUntil === null) return null
  const total = orderTotalOf(receipt)
  return t('checkout.pay.lead', {
    style: styleNames(lines),
    count: total.promisedCount,
    amount: formatAmount(total.amountMinor, price.currency, locale),
    time: format.dateTime(new Date(payableUntil), { timeStyle: 'short' }),
  })
}

/** The provider's form did not come. */
class FormError extends Error {
  constructor(cause: unknown) {
    super("the provider's form cannot be had here", { cause })
  }
}

/** After this the form counts as failed; a network that drops packets would report it only after minutes. */
const FORM_TIMEOUT_MS = 20_000

/** Stripe's script is loaded here and nowhere else. */
async function openForm(clientSecret: string) {
  const [{ stripePublishableKey }, { loadStripe }] = await Promise.all([
    loadCheckoutConfig(),
    import('@stripe/stripe-js/pure'),
  ])
  const stripe = stripePublishableKey === null ? null : await inTime(loadStripe(stripePublishableKey))
  if (!stripe) throw new Error('there is no form without a key')
  return stripe.createEmbeddedCheckoutPage({ clientSecret })
}

async function inTime<T>(script: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the script did not come in time')), FORM_TIMEOUT_MS)
  })
  try {
    return await Promise.race([script, late])
  } finally {
    clearTimeout(timer)
  }
}
