import type { Locale } from '#contract/locales.ts'
import { directoryPath } from '#lib/directory/paths.ts'
import { readCountry, readListedCities } from '#lib/directory/read.ts'
import { getMessages, getTranslations } from 'next-intl/server'
import { notFound, permanentRedirect } from 'next/navigation'
import { DirectoryFrame } from './directory-frame.tsx'
import { PlaceList } from './place-list.tsx'
import { PlaceSearch } from './place-search.tsx'

interface Props {
  locale: Locale
  country: string
}

/** The cities of a country with listings, the most populous first. */
export async function CountryPage({ locale, country: wanted }: Props) {
  const [country, found] = await Promise.all([readCountry(locale, wanted), readListedCities(locale, wanted)])
  if (country === null || found === null) notFound()
  const path = directoryPath(country.slug)
  if (wanted !== country.slug) permanentRedirect(`/${locale}${path}`)
  const t = await getTranslations('directory')
  const { directory } = await getMessages()
  return (
    <DirectoryFrame
      path={path}
      steps={[{ name: country.name, path }]}
      title={t('country.title', { country: country.name })}
      lead={
        found.cities.length === 0
          ? t('country.empty', { country: country.name })
          : t('country.lead', { listings: country.listingCount, cities: country.listedCityCount })
      }
      isSample={country.sample}
      attributions={[...country.attributions, ...found.attributions]}
    >
      <div className="mt-8">
        <PlaceSearch copy={directory.search} sampleLabel={directory.sample.badge} locale={locale} />
      </div>
      {found.cities.length > 0 && (
        <section aria-labelledby="cities-title" className="mt-10">
          <h2 id="cities-title" className="text-xl">
            {t('country.cities')}
          </h2>
          <PlaceList
            places={found.cities.map((city) => ({
              id: city.id,
              name: city.name,
              path: directoryPath(country.slug, city.slug),
              detail: t('city.listingCount', { count: city.listingCount }),
            }))}
          />
          {found.next !== null && (
            <p className="mt-4 text-sm text-ink-soft">
              {t('country.partial', { count: found.cities.length })}
            </p>
          )}
        </section>
      )}
    </DirectoryFrame>
  )
}
