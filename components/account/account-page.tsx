'use client'

import { useTranslations } from 'next-intl'
import { SecondFactorSettings } from '#components/auth/second-factor.tsx'
import { RevealTogether } from '#components/ui/reveal-together.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** Everything a user decides about themselves. Each section fails and is tried again by itself. */
export function AccountPage() {
  const t = useTranslations('account')
  return (
    <>
      <PageHeading title={t('title')} className="mb-8 lg:mb-10" />
      <RevealTogether placeholder={<SectionsSkeleton />}>
        <ReceiptsSection />
        <LanguageSection />
        <SignInSection />
        <SecondFactor />
        <ConsentsSection />
        <RetentionSection />
        <ExportSection />
        <DeletionSection />
      </RevealTogether>
    </>
  )
}

function SectionsSkeleton() {
  return [0, 1, 2].map((index) => (
    <div key={index} className="grid gap-x-8 gap-y-5 border-t border-hairline py-8 lg:grid-cols-12 lg:py-10">
      <div className="lg:col-span-4">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-2 h-12 max-w-80" />
      </div>
      <Skeleton className="h-44 lg:col-span-8" />
    </div>
  ))
}

/** In the layout of the other sections, although it has a heading of its own. */
function SecondFactor() {
  return (
    <div className="border-t border-hairline py-8 lg:py-10 [&>section>div:first-child>p]:text-sm lg:[&>section]:grid lg:[&>section]:grid-cols-12 lg:[&>section]:gap-x-8 lg:[&>section]:gap-y-0 lg:[&>section>*]:col-span-8 lg:[&>section>*]:col-start-5 lg:[&>section>*+*+*]:mt-5 lg:[&>section>button]:justify-self-start lg:[&>section>div:first-child]:col-span-4 lg:[&>section>div:first-child]:col-start-1 lg:[&>section>div:first-child]:row-span-6">
      <SecondFactorSettings />
    </div>
  )
}
