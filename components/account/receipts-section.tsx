'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import type { Receipt } from '#contract/payments.ts'
import { RefundSentence } from '#components/product/refund-sentence.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Badge, type BadgeTone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { leadsOrder } from '#lib/checkout/ordered-together.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { AccountSection } from './account-section.tsx'
import { hasReceipt, receiptStatusOf, type ReceiptStatus } from './receipt-status.ts'
import { saveReceipt } from './save-receipt.ts'

/** Number of purchases shown before the user asks for all. */
const SHOWN_FIRST = 5

export function ReceiptsSection() {
  const t = useTranslations('account.receipts')
  const { data, error, mutate } = useEndpoint('getPayments', {})
  const [isWhole, setWhole] = useState(false)
  const receipts = data?.payments.filter((payment) => receiptStatusOf(payment) !== undefined) ?? []
  const shown = isWhole ? receipts : receipts.slice(0, SHOWN_FIRST)
  return (
    <AccountSection id="receipts" title={t('title')} lead={t('lead')}>
      {error && (
        <CallErrorNotice
          error={error}
          title={t('loadFailed')}
          onRetry={() => void mutate()}
          className="mb-5"
        />
      )}
      {!data && !error && <ListSkeleton />}
      {data && receipts.length === 0 && (
        <div>
          <p className="font-semibold">{t('empty.title')}</p>
          <p className="mt-1 measure text-ink-soft">{t('empty.body')}</p>
        </div>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((receipt) => (
            <ReceiptRow key={receipt.paymentId} receipt={receipt} />
          ))}
        </ul>
      )}
      {shown.length < receipts.length && (
        <Button variant="secondary" onClick={() => setWhole(true)} className="mt-4">
          {t('showAll', { count: receipts.length })}
        </Button>
      )}
      {receipts.some(hasReceipt) && (
        <p className="mt-5 measure text-sm text-ink-soft">
          {t.rich('returns', {
            days: GUARANTEE_DAYS,
            link: (text) => (
              <Link href="/legal/withdrawal" className="underline decoration-edge underline-offset-4">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </AccountSection>
  )
}

const TONE: Readonly<Record<ReceiptStatus, BadgeTone>> = {
  processing: 'accent',
  paid: 'success',
  refunding: 'accent',
  refunded: 'neutral',
  partly: 'neutral',
  disputed: 'danger',
}

const WAY_ON = 'inline-flex min-h-6 items-center underline decoration-edge underline-offset-4'

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const t = useTranslations()
  const format = useFormatter()
  const status = receiptStatusOf(receipt)
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'long' })
  const style = t(`styles.${receipt.styleId}.name`)
  const { personId, bundleId, refundableUntil } = receipt
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-hairline py-4 first:border-t sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {receipt.includesTraining ? t('account.receipts.withTraining', { style }) : style}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
          {day(receipt.paidAt ?? receipt.createdAt)}
          {' · '}
          {t('account.receipts.order', { reference: receipt.orderReference })}
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {receipt.missingCount > 0 &&
            `${t('account.receipts.missing', { missing: receipt.missingCount, promised: receipt.promisedCount })} `}
          <RefundSentence receipt={receipt} />
          {refundableUntil !== null && personId !== null && bundleId !== null && (
            <Link href={`/persons/${personId}/bundles/${bundleId}`} className={WAY_ON}>
              {t('account.receipts.refundableUntil', { date: day(refundableUntil) })}
            </Link>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-col sm:items-end">
        <p className="flex items-center gap-3 tabular-nums">
          {status && <Badge tone={TONE[status]}>{t(`account.receipts.states.${status}`)}</Badge>}
          <span translate={receipt.creditAmount > 0 ? undefined : 'no'} className="font-semibold">
            <Paid receipt={receipt} />
          </span>
        </p>
        {/* One for all styles of an order. */}
        {hasReceipt(receipt) && leadsOrder(receipt) && <SaveReceipt receipt={receipt} />}
      </div>
    </li>
  )
}

function Paid({ receipt: { price, creditAmount } }: { receipt: Receipt }) {
  const t = useTranslations('account.receipts')
  const locale = useLocale()
  if (creditAmount > 0) return t('credits', { count: creditAmount })
  return price.amountMinor === 0 ? t('free') : formatAmount(price.amountMinor, price.currency, locale)
}

function SaveReceipt({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('account.receipts')
  const [stage, setStage] = useState<'idle' | 'busy' | 'done'>('idle')
  const [failure, setFailure] = useState<unknown>()
  const reference = receipt.orderReference

  async function save(): Promise<void> {
    setStage('busy')
    setFailure(undefined)
    try {
      await saveReceipt(receipt)
      setStage('done')
    } catch (error) {
      setFailure(error)
      setStage('idle')
    }
  }

  return (
    <div className="ml-auto flex flex-col items-end gap-2">
      <Button
        variant="secondary"
        busy={stage === 'busy'}
        onClick={() => void save()}
        aria-label={t('pdfOf', { reference })}
      >
        {t('pdf')}
      </Button>
      <p role="status" className="sr-only">
        {stage === 'done' && t('pdfDone', { reference })}
      </p>
      {failure !== undefined && <CallErrorNotice error={failure} title={t('pdfFailed')} />}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div>
      {[0, 1].map((index) => (
        <div key={index} className="flex justify-between gap-6 border-b border-hairline py-4 first:border-t">
          <div className="w-2/3">
            <Skeleton className="h-6 max-w-56" />
            <Skeleton className="mt-1.5 h-5 max-w-72" />
            <Skeleton className="mt-1.5 h-5 max-w-48" />
          </div>
          <Skeleton className="h-20 w-28" />
        </div>
      ))}
    </div>
  )
}
