import { CityPage } from '#components/directory/city-page.tsx'
import { CountryPage } from '#components/directory/country-page.tsx'
import { IndexPage } from '#components/directory/index-page.tsx'
import { UnavailablePage } from '#components/directory/unavailable-page.tsx'
import { UNAVAILABLE_METADATA } from '#lib/content-policy/unavailable-page.ts'
import { directoryMetadata } from '#lib/directory/metadata.ts'
import { directoryPageOf } from '#lib/directory/paths.ts'
import { pagesOfBuild } from '#lib/directory/pages-of-build.ts'
import { canRead } from '#lib/directory/read.ts'
import crash from '#messages/crash.json' with { type: 'json' }
import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import { notFound } from 'next/navigation'

interface Props {
  params: Promise<{ place?: string[] }>
}

/** Seconds after which a page that is asked for is made anew, behind the answer; a removed listing is gone by then. */
export const revalidate = 300
/** What the build did not make is made when it is asked for first, and kept. */
export const dynamicParams = true

export function generateStaticParams() {
  return pagesOfBuild()
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = directoryPageOf((await params).place)
  if (page === undefined) return {}
  const locale = await getLocale()
  if (await canRead(locale, page)) return directoryMetadata(locale, page)
  return { title: crash[locale].title, robots: { index: false }, other: UNAVAILABLE_METADATA }
}

export default async function DirectoryPage({ params }: Props) {
  const page = directoryPageOf((await params).place)
  if (page === undefined) notFound()
  const locale = await getLocale()
  if (!(await canRead(locale, page))) return <UnavailablePage locale={locale} />
  if (page.kind === 'index') return <IndexPage locale={locale} />
  if (page.kind === 'country') return <CountryPage locale={locale} country={page.country} />
  return <CityPage locale={locale} country={page.country} city={page.city} />
}
