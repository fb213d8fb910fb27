'use client'

import { useTranslations } from 'next-intl'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Link } from '#lib/i18n/navigation.ts'
import { useForward } from './use-forward.ts'

/** The address is confirmed: whoever is signed in here goes on by themselves. */
export function ConfirmedAddress() {
  const t = useTranslations('auth.action.verified')
  const session = useForward('action')
  const isSignedIn = session.status === 'verified'
  return (
    <>
      <PageHeading title={t('title')} lead={isSignedIn ? t('bodySignedIn') : t('body')} />
      <p className="mt-8">
        <Link
          // What was fetched ahead would still be the answer to the old session.
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
