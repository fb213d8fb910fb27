import { BRAND } from '#contract/brand.ts'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { readSeller, readSiteUrl } from '#lib/env.ts'
import { organization } from '#lib/seo/structured-data.ts'
import { Closing } from '#components/marketing/closing.tsx'
import { Facts } from '#components/marketing/facts.tsx'
import { Finish } from '#components/marketing/finish.tsx'
import { Hero } from '#components/marketing/hero.tsx'
import { How } from '#components/marketing/how.tsx'
import { Questions } from '#components/marketing/questions.tsx'
import { Styles } from '#components/marketing/styles.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'

/** Only the languages there are; anything else in their place is answered 404 without rendering. */
export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const t = await getTranslations('meta.home')
  return pageMetadata({
    locale,
    path: '',
    title: t('title'),
    description: t('description'),
    preview: { url: `/og/home-${locale}.jpg`, alt: t('previewAlt') },
  })
}

export default async function HomePage() {
  const locale = await getLocale()
  const origin = readSiteUrl()
  const company = {
    name: BRAND,
    url: `${origin}/${locale}`,
    logoUrl: `${origin}/icons/icon-512.png`,
    email: readSeller().email,
  }
  return (
    <PublicPage path="">
      <Hero />
      <Facts />
      <How />
      <Finish />
      <Styles />
      <Questions />
      <Closing />
      <StructuredDataScript data={organization(company)} />
    </PublicPage>
  )
}
