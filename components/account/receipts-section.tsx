'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { GUARANTEE_DAYS } from '#contract/limits.ts'
import type { Price } from '#contract/money.ts'
import type { Receipt } from '#contract/payments.ts'
import { RefundSentence } from '#components/product/refund-sentence.tsx'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Badge, type BadgeTone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useStyleNames } from '#components/shop/use-style-names.ts'
import { groupByOrder, orderTotalOf } from '#lib/checkout/ordered-together.ts'
import { useEndpoint } from '#lib/session/use-endpoint.ts'
import { formatAmount } from '#lib/i18n/amount.ts'
import { Link } from '#lib/i18n/navigation.ts'
import { AccountSection } from './account-section.tsx'
import { hasReceipt, orderStatusOf, receiptStatusOf, type ReceiptStatus } from './receipt-status.ts'
import { saveReceipt } from './save-receipt.ts'

/** Number of orders shown before the user asks for all. */
const SHOWN_FIRST = 5

export function ReceiptsSection() {
  const t = useTranslations('account.receipts')
  const { data, error, mutate } = useEndpoint('getPayments', {})
  const [isWhole, setWhole] = useState(false)
  const receipts = data?.payments.filter((payment) => receiptStatusOf(payment) !== undefined) ?? []
  const orders = groupByOrder(receipts)
  const shown = isWhole ? orders : orders.slice(0, SHOWN_FIRST)
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
      {data && orders.length === 0 && (
        <div>
          <p className="font-semibold">{t('empty.title')}</p>
          <p className="mt-1 measure text-ink-soft">{t('empty.body')}</p>
        </div>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((order) => (
            <OrderRow key={order[0]?.orderReference} order={order} />
          ))}
        </ul>
      )}
      {shown.length < orders.length && (
        <Button variant="secondary" onClick={() => setWhole(true)} className="mt-4">
          {t('showAll', { count: orders.length })}
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

/** One order, by its receipts: one for each style. */
function OrderRow({ order }: { order: readonly Receipt[] }) {
  const t = useTranslations()
  const format = useFormatter()
  const styleNames = useStyleNames()
  const [lead] = order
  const paid = usePaid()
  if (!lead) return null
  const status = orderStatusOf(order)
  const total = orderTotalOf(lead)
  const { lines, paidAt, createdAt, orderReference: reference } = lead
  const style = styleNames(lines)
  // A bank holds all of an order: said once, below its styles.
  const held = order.find(({ state }) => state === 'disputed')
  return (
    <li className="grid gap-x-6 gap-y-3 border-b border-hairline py-4 first:border-t sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {order.some(({ includesTraining }) => includesTraining)
            ? t('account.receipts.withTraining', { style })
            : style}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
          {format.dateTime(new Date(paidAt ?? createdAt), { dateStyle: 'long' })}
          {' · '}
          {t('account.receipts.order', { reference })}
        </p>
        {order.map((receipt) => (
          <p key={receipt.paymentId} className="mt-1 text-sm text-ink-soft">
            {order.length > 1 && <StyleAndPrice receipt={receipt} />}
            <StyleStanding receipt={receipt} />
          </p>
        ))}
        {held && (
          <p className="mt-1 text-sm text-ink-soft">
            <RefundSentence receipt={held} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-col sm:items-end">
        <p className="flex items-center gap-3 tabular-nums">
          {status && <Badge tone={TONE[status]}>{t(`account.receipts.states.${status}`)}</Badge>}
          <span translate={total.creditAmount > 0 ? undefined : 'no'} className="font-semibold">
            {paid({ ...total, currency: lead.price.currency })}
          </span>
        </p>
        {hasReceipt(lead) && <SaveReceipt receipt={lead} />}
      </div>
    </li>
  )
}

/** What came out short of one style, what became of its money unless a bank holds it, and until when it is given back. */
function StyleStanding({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('account.receipts')
  const format = useFormatter()
  const { missingCount: missing, promisedCount: promised, personId, bundleId, refundableUntil } = receipt
  return (
    <>
      {missing > 0 && `${t('missing', { missing, promised })} `}
      {receipt.state !== 'disputed' && <RefundSentence receipt={receipt} />}
      {refundableUntil !== null && personId !== null && bundleId !== null && (
        <Link href={`/persons/${personId}/bundles/${bundleId}`} className={WAY_ON}>
          {t('refundableUntil', { date: format.dateTime(new Date(refundableUntil), { dateStyle: 'long' }) })}
        </Link>
      )}
    </>
  )
}

/** One of several styles, with its share of the amount. */
function StyleAndPrice({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('styles')
  const paid = usePaid()
  const { styleId, price, creditAmount } = receipt
  return `${t(`${styleId}.name`)}, ${paid({ ...price, creditAmount })}. `
}

/** The paid amount, in money or in credits. */
function usePaid() {
  const t = useTranslations('account.receipts')
  const locale = useLocale()
  return (of: Pick<Price, 'amountMinor' | 'currency'> & Pick<Receipt, 'creditAmount'>) => {
    if (of.creditAmount > 0) return t('credits', { count: of.creditAmount })
    return of.amountMinor === 0 ? t('free') : formatAmount(of.amountMinor, of.currency, locale)
  }
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
