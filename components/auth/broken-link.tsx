'use client'

import { useTranslations } from 'next-intl'
import { buttonClassName } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'

/** A mail's link that does not work any more: why, and where to get another. */
export function BrokenLink({ reason, retryHref }: { reason: IdentityErrorCode; retryHref: string }) {
  const t = useTranslations('auth')
  return (
    <>
      <PageHeading title={t('action.failed.title')} />
      <Notice tone="error" className="mt-6">
        {t(`errors.${reason}`)}
      </Notice>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link href={retryHref} className={buttonClassName({ size: 'lg' })}>
          {retryHref === '/auth/login' ? t('action.failed.signIn') : t('action.failed.again')}
        </Link>
      </p>
    </>
  )
}
