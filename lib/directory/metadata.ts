import 'server-only'
import type { Locale } from '#contract/locales.ts'
import { contracted } from '#lib/i18n/contracted.ts'
import { pageMetadata } from '#lib/i18n/page-metadata.ts'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { DIRECTORY_PATH, directoryPath, type DirectoryPage } from './paths.ts'
import { readCity, readCountries, readCountry, readPhotographers } from './read.ts'

/** Metadata of a directory page; a page without a listing stays out of indexes. */
export async function directoryMetadata(locale: Locale, page: DirectoryPage): Promise<Metadata> {
  const t = await getTranslations({ locale, namespace: 'meta' })
  const described = (path: string, title: string, description: string, isIndexed: boolean) =>
    pageMetadata({
      locale,
      path,
      title,
      description,
      isIndexed,
      preview: { url: `/og/directory/${locale}${path.slice(DIRECTORY_PATH.length)}`, alt: title },
    })

  if (page.kind === 'index') {
    const { countries } = await readCountries(locale)
    const isIndexed = countries.some(({ indexable }) => indexable)
    return described(DIRECTORY_PATH, t('directory.title'), t('directory.description'), isIndexed)
  }
  if (page.kind === 'country') {
    const country = await readCountry(locale, page.country)
    if (country === null) return {}
    const values = { country: country.name, cities: country.listedCityCount }
    return described(
      directoryPath(country.slug),
      t('country.title', values),
      t('country.description', values),
      country.indexable,
    )
  }
  const city = await readCity(locale, page.country, page.city)
  const found = await readPhotographers(locale, page.country, page.city)
  if (city === null || found === null) return {}
  const values = { city: city.name, count: found.photographers.length }
  return described(
    directoryPath(city.country.slug, city.slug),
    contracted(t('city.title', values), locale),
    contracted(t('city.description', values), locale),
    city.indexable,
  )
}
