'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClassName } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { CallErrorCode } from '#lib/api/call-error.ts'
import { Link } from '#lib/i18n/navigation.ts'

/** Whether an address was answered with: no such person or bundle. */
export function meansMissing(code: CallErrorCode): boolean {
  return code === 'person_not_found' || code === 'bundle_not_found' || code === 'parameter_invalid'
}

/** What an address shows whose person or bundle is not there, or not this user's. */
export function Missing({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('persons.one')
  return (
    <>
      <PageHeading title={title} lead={children} />
      <p className="mt-8">
        <Link href="/persons" className={buttonClassName({ size: 'lg' })}>
          {t('backToAll')}
        </Link>
      </p>
    </>
  )
}
