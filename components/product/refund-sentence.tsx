'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import type { Receipt } from '#contract/payments.ts'
import { formatAmount } from '#lib/i18n/amount.ts'

/** What became of the money of a purchase: on its way back, given back, or held by a bank. Nothing while it is kept. */
export function RefundSentence({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('account.receipts')
  const frozen = useTranslations('bundles.frozen')
  const format = useFormatter()
  const locale = useLocale()
  const { state, price, refundDueAmountMinor, refundedAmountMinor, refundedAt, returnedCreditAmount } =
    receipt
  if (state === 'disputed') return `${frozen('title')}. ${frozen('body')}`
  if (returnedCreditAmount > 0) {
    return `${t('creditsBack', { credits: t('credits', { count: returnedCreditAmount }) })} `
  }
  const openMinor = refundDueAmountMinor - refundedAmountMinor
  if (state === 'refunding' && openMinor > 0)
    return t('refundingNow', { amount: formatAmount(openMinor, price.currency, locale) })
  if (refundedAmountMinor === 0 || refundedAt === null) return null
  return t('refundedOn', {
    amount: formatAmount(refundedAmountMinor, price.currency, locale),
    date: format.dateTime(new Date(refundedAt), { dateStyle: 'long' }),
  })
}
