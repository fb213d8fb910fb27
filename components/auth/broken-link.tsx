'use client'

import { useTranslations } from 'next-intl'
import { buttonClassName } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import type { IdentityErrorCode } from '#lib/identity/identity-error.ts'

interface Props {
  reason: IdentityErrorCode
  retryHref: string
  /** A link that confirms an address: it no longer works because it has worked. */
  mayBeConfirmed?: boolean
}

/** A mail's link that does not work any more: why, and where to get another. */
export function BrokenLink({ reason, retryHref, mayBeConfirmed = false }: Props) {
  const t = useTranslations('auth')
  return (
    <>
      <PageHeading title={t('action.failed.title')} />
      <Notice tone="error" className="mt-6">
        {t(`errors.${reason}`)}
      </Notice>
      {mayBeConfirmed && <p className="mt-6 measure">{t('action.failed.usedBefore')}</p>}
      <p className="mt-6 flex flex-wrap gap-3">
        <Link href={retryHref} className={buttonClassName({ size: 'lg' })}>
          {retryHref === '/auth/login' ? t('action.failed.signIn') : t('action.failed.again')}
        </Link>
        {mayBeConfirmed && (
          <Link href="/auth/login" className={buttonClassName({ size: 'lg', variant: 'secondary' })}>
            {t('action.failed.signIn')}
          </Link>
        )}
      </p>
    </>
  )
}
