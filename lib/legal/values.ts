import { EXPORT_KEPT_DAYS } from '#contract/account.ts'
import { BRAND } from '#contract/brand.ts'
import {
  DELIVERY_PROMISE_HOURS,
  FREE_REROLLS_PER_BUNDLE,
  GUARANTEE_DAYS,
  HEADSHOTS_PER_BUNDLE,
  SELFIE_MAX_ACCEPTED,
  SELFIE_MIN_ACCEPTED,
  WITHDRAWAL_DAYS,
} from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { pricesIn } from '#lib/i18n/amount.ts'
import type { ImprintSeller } from '#lib/env.ts'
import type { LegalTexts } from './texts.ts'

/** Values for the braces of the legal texts. Production refuses sellers with missing values: they are for trials. */
export function legalValues(
  locale: Locale,
  seller: ImprintSeller,
  {
    representative,
    noAddress,
    noEmail,
  }: Pick<LegalTexts['imprint'], 'representative' | 'noAddress' | 'noEmail'>,
): Record<string, string> {
  const { price, least, most } = pricesIn(locale)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  return {
    seller: seller.name ?? BRAND,
    address: seller.addressLines.join(', ') || noAddress,
    contact: seller.email ?? noEmail,
    representative: seller.euRepresentative === null ? '' : `${representative}: ${seller.euRepresentative}.`,
    brand: BRAND,
    price,
    least,
    most,
    hours: number(DELIVERY_PROMISE_HOURS),
    days: number(GUARANTEE_DAYS),
    withdrawalDays: number(WITHDRAWAL_DAYS),
    exportDays: number(EXPORT_KEPT_DAYS),
    min: number(SELFIE_MIN_ACCEPTED),
    max: number(SELFIE_MAX_ACCEPTED),
    count: number(HEADSHOTS_PER_BUNDLE),
    rerolls: number(FREE_REROLLS_PER_BUNDLE),
  }
}
