import { useLocale, useTranslations } from 'next-intl'
import type { Bundle } from '#contract/bundles.ts'
import { Notice } from '#components/ui/notice.tsx'
import { formatAmount } from '#lib/i18n/amount.ts'

/** A bundle's missing headshots, and their refund. */
export function ShortfallNotice({
  bundle: { shortfall, state },
}: {
  bundle: Pick<Bundle, 'shortfall' | 'state'>
}) {
  const t = useTranslations('bundles.gallery.shortfall')
  const credits = useTranslations('account.receipts')
  const locale = useLocale()
  if (!shortfall || state !== 'ready') return null
  const { promisedCount: promised, missingCount: missing, amountMinor, currency, creditAmount } = shortfall
  return (
    <Notice className="mt-6" live={false}>
      {t('missing', { promised, missing })}{' '}
      {creditAmount > 0
        ? t('credits', { credits: credits('credits', { count: creditAmount }) })
        : amountMinor > 0 && t('money', { amount: formatAmount(amountMinor, currency, locale) })}
    </Notice>
  )
}
