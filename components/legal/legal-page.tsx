import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSeller, readSiteUrl } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'
import { legalValues } from '#lib/legal/values.ts'
import { breadcrumbs } from '#lib/seo/structured-data.ts'
import { LegalDocument } from './legal-document.tsx'

/** Paths of the legal texts. */
const PATHS = {
  privacy: '/legal/privacy-policy',
  terms: '/legal/terms',
  imprint: '/legal/imprint',
  withdrawal: '/legal/withdrawal',
} as const
type LegalName = keyof typeof PATHS

export async function legalMetadata(name: LegalName): Promise<Metadata> {
  const locale = await getLocale()
  const { title, description } = (await loadLegalTexts(locale))[name]
  return pageMetadata({ locale, path: PATHS[name], title, description })
}

/** One of the legal texts; `children` come between its heading and the text. */
export async function LegalPage({ name, children }: { name: LegalName; children?: ReactNode }) {
  const locale = await getLocale()
  const texts = await loadLegalTexts(locale)
  const { title, sections } = texts[name]
  const { lead } = name === 'imprint' ? { lead: undefined } : texts[name]
  const home = `${readSiteUrl()}/${locale}`
  return (
    <PublicPage path={PATHS[name]}>
      <LegalDocument
        title={title}
        {...(lead !== undefined && { lead })}
        updated={texts.updated}
        contentsLabel={texts.contents}
        sections={sections}
        values={legalValues(locale, readSeller(), texts.imprint)}
      >
        {children}
      </LegalDocument>
      <StructuredDataScript
        data={breadcrumbs([
          { name: BRAND, url: home },
          { name: title, url: home + PATHS[name] },
        ])}
      />
    </PublicPage>
  )
}
