import type { Metadata } from 'next'
import { getLocale, getMessages } from 'next-intl/server'
import { LegalPage, legalMetadata } from '#components/legal/legal-page.tsx'
import { WithdrawalPanel } from '#components/legal/withdrawal-panel.tsx'
import { failureCopyOf } from '#components/shell/failure-copy.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  // The link of the mail carries a secret.
  return { ...(await legalMetadata('withdrawal')), referrer: 'no-referrer' }
}

export default async function WithdrawalPage() {
  const locale = await getLocale()
  const { withdrawal } = await loadLegalTexts(locale)
  const { errors } = await getMessages()
  return (
    <LegalPage name="withdrawal">
      <WithdrawalPanel
        copy={{ form: withdrawal.form, confirm: withdrawal.confirm }}
        failures={failureCopyOf(errors)}
        locale={locale}
      />
    </LegalPage>
  )
}
