'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import type { BrokenReason } from './open-visit.ts'

/** The page of an invalid link: the reason, as far as this browser knows it, and whom to ask. */
export function BrokenLink({ reason }: { reason: BrokenReason }) {
  const t = useTranslations('recipient.broken')
  const locale = useLocale()
  return (
    <>
      <PageHeading title={t(`${reason}.title`)} lead={t(`${reason}.body`)} />
      <p className="mt-8">
        <ButtonLink href={`/${locale}`} variant="secondary" size="lg" rel="noreferrer">
          {t('home')}
        </ButtonLink>
      </p>
    </>
  )
}
