import { LegalDocument } from '#components/legal/legal-document.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSeller } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'
import { legalValues } from '#lib/legal/values.ts'
import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'

const PATH = '/legal/privacy-policy'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const { privacy: texts } = await loadLegalTexts(locale)
  return pageMetadata({ locale, path: PATH, title: texts.title, description: texts.description })
}

export default async function PrivacyPolicyPage() {
  const locale = await getLocale()
  const { privacy: texts, updated, contents, imprint } = await loadLegalTexts(locale)
  return (
    <PublicPage path={PATH}>
      <LegalDocument
        title={texts.title}
        lead={texts.lead}
        updated={updated}
        contentsLabel={contents}
        sections={texts.sections}
        values={legalValues(locale, readSeller(), imprint.representative)}
      />
    </PublicPage>
  )
}
