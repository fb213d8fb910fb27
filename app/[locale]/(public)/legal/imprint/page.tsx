import { LegalDocument } from '#components/legal/legal-document.tsx'
import { SellerCard } from '#components/legal/seller-card.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSeller } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'
import { legalValues } from '#lib/legal/values.ts'
import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'

const PATH = '/legal/imprint'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const { imprint } = await loadLegalTexts(locale)
  return pageMetadata({ locale, path: PATH, title: imprint.title, description: imprint.description })
}

export default async function ImprintPage() {
  const locale = await getLocale()
  const { imprint, updated, contents } = await loadLegalTexts(locale)
  const seller = readSeller()
  return (
    <PublicPage path={PATH}>
      <LegalDocument
        title={imprint.title}
        updated={updated}
        contentsLabel={contents}
        sections={imprint.sections}
        values={legalValues(locale, seller, imprint.representative)}
      >
        <SellerCard seller={seller} copy={imprint} />
      </LegalDocument>
    </PublicPage>
  )
}
