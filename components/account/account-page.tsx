'use client'

import { useTranslations } from 'next-intl'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** Everything a user decides about themselves. Each section loads, fails and is tried again by itself. */
export function AccountPage() {
  const t = useTranslations('account')
  return (
    <>
      <PageHeading title={t('title')} className="mb-8 lg:mb-10" />
      <ReceiptsSection />
      <LanguageSection />
      <SignInSection />
      <ConsentsSection />
      <RetentionSection />
      <ExportSection />
      <DeletionSection />
    </>
  )
}
