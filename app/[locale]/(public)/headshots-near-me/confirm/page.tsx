import { CorrectionConfirmation } from '#components/directory/correction-confirmation.tsx'
import { failureCopyOf } from '#components/shell/failure-copy.ts'
import { PublicPage } from '#components/shell/public-page.tsx'
import type { Metadata } from 'next'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('directory.confirm')
  // The mail's link carries a secret.
  return { title: t('title'), robots: { index: false }, referrer: 'no-referrer' }
}

export default async function ConfirmPage() {
  const locale = await getLocale()
  const { directory, errors } = await getMessages()
  return (
    <PublicPage path="/headshots-near-me">
      <CorrectionConfirmation copy={directory.confirm} failures={failureCopyOf(errors)} locale={locale} />
    </PublicPage>
  )
}
