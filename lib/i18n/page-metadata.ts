import { BRAND } from '#contract/brand.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { Metadata } from 'next'
import { alternatesOf } from './alternates.ts'

export interface PageDescription {
  locale: Locale
  /** After the language, starting with a slash; empty for the home page. */
  path: string
  title: string
  description: string
  /** A picture of 1200 x 627; the home page's when absent. */
  preview?: { url: string; alt: string }
  /** False keeps the page out of indexes. */
  isIndexed?: boolean
}

const PREVIEW_SIZE = { width: 1200, height: 627 } as const

/** OpenGraph wants a territory: "de_DE". */
function withTerritory(locale: Locale): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return region === undefined ? language : `${language}_${region}`
}

/** Metadata of a public page: its canonical address, its other languages, its preview. */
export function pageMetadata({
  locale,
  path,
  title,
  description,
  preview,
  isIndexed = true,
}: PageDescription): Metadata {
  const { url, alt } = preview ?? { url: `/og/home-${locale}.jpg`, alt: title }
  const image = { url, ...PREVIEW_SIZE, alt }
  return {
    // The home page's title is its whole headline.
    title: path === '' ? title : `${title} · ${BRAND}`,
    description,
    alternates: alternatesOf(locale, path),
    openGraph: {
      type: 'website',
      siteName: BRAND,
      title,
      description,
      url: `/${locale}${path}`,
      locale: withTerritory(locale),
      alternateLocale: LOCALES.filter((other) => other !== locale).map(withTerritory),
      images: [image],
    },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
    ...(isIndexed ? {} : { robots: { index: false, follow: true } }),
  }
}
