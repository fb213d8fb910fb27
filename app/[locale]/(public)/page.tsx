import { BRAND } from '#contract/brand.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { Closing } from '#components/marketing/closing.tsx'
import { Facts } from '#components/marketing/facts.tsx'
import { Finish } from '#components/marketing/finish.tsx'
import { Hero } from '#components/marketing/hero.tsx'
import { How } from '#components/marketing/how.tsx'
import { Questions } from '#components/marketing/questions.tsx'
import { Styles } from '#components/marketing/styles.tsx'
import { alternatesOf } from '#lib/i18n/alternates.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'

/** Only the languages there are; anything else in their place is answered 404 without rendering. */
export const dynamicParams = false

/** OpenGraph wants a territory: "de_DE". */
function withTerritory(locale: Locale): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return region === undefined ? language : `${language}_${region}`
}

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale()
  const t = await getTranslations('meta.home')
  const title = t('title')
  const description = t('description')
  const preview = { url: `/previews/home-${locale}.jpg`, width: 1200, height: 627, alt: t('previewAlt') }
  return {
    title,
    description,
    alternates: alternatesOf(locale, ''),
    openGraph: {
      type: 'website',
      siteName: BRAND,
      title,
      description,
      url: `/${locale}`,
      locale: withTerritory(locale),
      alternateLocale: LOCALES.filter((other) => other !== locale).map(withTerritory),
      images: [preview],
    },
    twitter: { card: 'summary_large_image', title, description, images: [preview] },
  }
}

export default function HomePage() {
  return (
    <>
      <Hero />
      <Facts />
      <How />
      <Finish />
      <Styles />
      <Questions />
      <Closing />
    </>
  )
}
