import { LegalDocument } from '#components/legal/legal-document.tsx'
import { WithdrawalDesk } from '#components/legal/withdrawal-desk.tsx'
import { failureCopyOf } from '#components/shell/failure-copy.ts'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readSeller } from '#lib/env.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'
import { legalValues } from '#lib/legal/values.ts'
import type { Metadata } from 'next'
import { getLocale, getMessages } from 'next-intl/server'

const PATH = '/legal/withdrawal'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const { withdrawal } = await loadLegalTexts(locale)
  return {
    ...pageMetadata({ locale, path: PATH, title: withdrawal.title, description: withdrawal.description }),
    // The link of the mail carries a secret.
    referrer: 'no-referrer',
  }
}

export default async function WithdrawalPage() {
  const locale = await getLocale()
  const { withdrawal, updated, contents, imprint } = await loadLegalTexts(locale)
  const { errors } = await getMessages()
  return (
    <PublicPage path={PATH}>
      <LegalDocument
        title={withdrawal.title}
        lead={withdrawal.lead}
        updated={updated}
        contentsLabel={contents}
        sections={withdrawal.sections}
        values={legalValues(locale, readSeller(), imprint.representative)}
      >
        <WithdrawalDesk
          copy={{ form: withdrawal.form, confirm: withdrawal.confirm }}
          failures={failureCopyOf(errors)}
          locale={locale}
        />
      </LegalDocument>
    </PublicPage>
  )
}
