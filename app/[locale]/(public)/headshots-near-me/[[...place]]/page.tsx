import { CityPage } from '#components/directory/city-page.tsx'
import { CountryPage } from '#components/directory/country-page.tsx'
import { IndexPage } from '#components/directory/index-page.tsx'
import { directoryMetadata } from '#lib/directory/metadata.ts'
import { directoryPageOf } from '#lib/directory/paths.ts'
import { pagesOfBuild } from '#lib/directory/pages-of-build.ts'
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
  return page === undefined ? {} : directoryMetadata(await getLocale(), page)
}

export default async function DirectoryPage({ params }: Props) {
  const page = directoryPageOf((await params).place)
  if (page === undefined) notFound()
  const locale = await getLocale()
  if (page.kind === 'index') return <IndexPage locale={locale} />
  if (page.kind === 'country') return <CountryPage locale={locale} country={page.country} />
  return <CityPage locale={locale} country={page.country} city={page.city} />
}
