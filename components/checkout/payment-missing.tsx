import { useTranslations } from 'next-intl'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { Link } from '#lib/i18n/navigation.ts'

/** Whether an address was answered with: no such payment. */
export function meansMissing(error: unknown): boolean {
  return (
    error instanceof CallError &&
    ['payment_not_found', 'body_invalid', 'parameter_required'].includes(error.code)
  )
}

/** What an address shows whose payment is not there, or not this user's. */
export function PaymentMissing() {
  const t = useTranslations('checkout')
  return (
    <>
      <div role="status">
        <PageHeading title={t('missing.title')} lead={t('missing.body')} />
      </div>
      <p className="mt-8">
        <Link href="/persons" className={buttonClassName({ size: 'lg' })}>
          {t('again')}
        </Link>
      </p>
    </>
  )
}
