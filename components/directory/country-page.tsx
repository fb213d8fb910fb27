import type { Locale } from '#contract/locales.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { DIRECTORY_PATH, directoryPath } from '#lib/directory/paths.ts'
import { readCountry, readListedCities } from '#lib/directory/read.ts'
import { getMessages, getTranslations } from 'next-intl/server'
import { notFound, permanentRedirect } from 'next/navigation'
import { Comparison } from './comparison.tsx'
import { PlaceList } from './place-list.tsx'
import { PlaceSearch } from './place-search.tsx'
import { Sources } from './sources.tsx'
import { Trail } from './trail.tsx'

interface Props {
  locale: Locale
  country: string
}

/** The cities of a country that have somebody to list, the most populous first. */
export async function CountryPage({ locale, country: wanted }: Props) {
  const [country, found] = await Promise.all([readCountry(locale, wanted), readListedCities(locale, wanted)])
  if (country === null || found === null) notFound()
  const path = directoryPath(country.slug)
  if (wanted !== country.slug) permanentRedirect(`/${locale}${path}`)
  const t = await getTranslations('directory')
  const { directory } = await getMessages()
  return (
    <PublicPage path={path}>
      <div className="wrap pt-4 pb-14 sm:pb-20">
        <Trail
          steps={[
            { name: t('root'), path: DIRECTORY_PATH },
            { name: country.name, path },
          ]}
        />
        <h1 className="mt-6 text-3xl sm:text-4xl lg:mt-10 lg:text-5xl">
          {t('country.title', { country: country.name })}
        </h1>
        <p className="mt-5 max-w-[52ch] text-lg">
          {found.cities.length === 0
            ? t('country.empty', { country: country.name })
            : t('country.lead', { listings: country.listingCount, cities: country.listedCityCount })}
        </p>
        {country.sample && (
          <Notice live={false} className="mt-6 max-w-2xl">
            {t('sample.note')}
          </Notice>
        )}
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
      </div>
      <Comparison />
      <div className="pt-10">
        <Sources
          attributions={uniqueSources([...country.attributions, ...found.attributions])}
          isSample={country.sample}
        />
      </div>
    </PublicPage>
  )
}

function uniqueSources<T extends { source: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [one.source, one])).values()]
}
