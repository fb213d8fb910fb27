import { getLocale } from 'next-intl/server'
import { LegalPage, legalMetadata } from '#components/legal/legal-page.tsx'
import { SellerCard } from '#components/legal/seller-card.tsx'
import { readSeller } from '#lib/env.ts'
import { loadLegalTexts } from '#lib/legal/texts.ts'

export const dynamicParams = false

export const generateMetadata = () => legalMetadata('imprint')

export default async function ImprintPage() {
  const { imprint } = await loadLegalTexts(await getLocale())
  return (
    <LegalPage name="imprint">
      <SellerCard seller={readSeller()} copy={imprint} />
    </LegalPage>
  )
}
