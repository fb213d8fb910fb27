'use client'

import { useTranslations } from 'next-intl'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { useForward } from './use-forward.ts'

/** The address is confirmed; a signed-in user is forwarded. */
export function ConfirmedAddress() {
  const t = useTranslations('auth.action.verified')
  const session = useForward('action')
  const isSignedIn = session.status === 'verified'
  return (
    <>
      <PageHeading title={t('title')} lead={isSignedIn ? t('bodySignedIn') : t('body')} />
      <p className="mt-8">
        <Link
          // A prefetched page would belong to the old session.
          prefetch={false}
          href={isSignedIn ? '/persons' : '/auth/login'}
          className={buttonClassName({ size: 'lg', block: true })}
        >
          {isSignedIn ? t('continue') : t('signIn')}
        </Link>
      </p>
    </>
  )
}
