import type { Locale } from '#contract/locales.ts'
import { readCountries } from '#lib/directory/read.ts'
import { DIRECTORY_PATH, directoryPath } from '#lib/directory/paths.ts'
import { getMessages, getTranslations } from 'next-intl/server'
import { DirectoryFrame } from './directory-frame.tsx'
import { PlaceList } from './place-list.tsx'
import { PlaceSearch } from './place-search.tsx'

/** All countries with listings, and the search. */
export async function IndexPage({ locale }: { locale: Locale }) {
  const t = await getTranslations('directory')
  const { directory } = await getMessages()
  const { countries, attributions } = await readCountries(locale)
  const listed = countries
    .filter(({ listingCount }) => listingCount > 0)
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <DirectoryFrame
      path={DIRECTORY_PATH}
      steps={[]}
      title={t('index.title')}
      lead={t('index.lead')}
      isSample={countries.some(({ sample }) => sample)}
      attributions={attributions}
    >
      <div className="mt-8">
        <PlaceSearch copy={directory.search} sampleLabel={directory.sample.badge} locale={locale} />
      </div>
      <section aria-labelledby="countries-title" className="mt-10">
        <h2 id="countries-title" className="text-xl">
          {t('index.countries')}
        </h2>
        {listed.length === 0 ? (
          <p className="mt-4 text-ink-soft">{t('index.empty')}</p>
        ) : (
          <PlaceList
            places={listed.map(({ id, name, slug, sample, listingCount }) => ({
              id,
              name,
              sample,
              path: directoryPath(slug),
              detail: t('city.listingCount', { count: listingCount }),
            }))}
          />
        )}
      </section>
    </DirectoryFrame>
  )
}
