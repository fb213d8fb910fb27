'use client'

import { useLocale, useTranslations } from 'next-intl'
import { DEFAULT_DISCOUNT_ERROR, type StoredDiscount } from '#lib/discount/discount.ts'
import { formatAmount } from '#lib/i18n/amount.ts'

/** The sentence on a validated code: its discount, or its refusal. */
export function useDiscountWords(): (discount: StoredDiscount) => string {
  const t = useTranslations('shop.discount')
  const locale = useLocale()
  return ({ code, amount, type, error }) => {
    // The one sentence that is not the backend's.
    if (error !== null) return error === DEFAULT_DISCOUNT_ERROR ? t('invalid') : error
    const reduction =
      type === 'euro'
        ? formatAmount(Math.round(amount * 100), 'EUR', locale)
        : new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(amount / 100)
    return t('valid', { code, reduction })
  }
}
