import type { Locale } from '#contract/locales.ts'
import { Badge } from '#components/ui/badge.tsx'
import { PublicPage } from '#components/shell/public-page.tsx'
import { readCountries } from '#lib/directory/read.ts'
import { DIRECTORY_PATH, directoryPath } from '#lib/directory/paths.ts'
import { getMessages, getTranslations } from 'next-intl/server'
import { Comparison } from './comparison.tsx'
import { PlaceSearch } from './place-search.tsx'
import { Sources } from './sources.tsx'
import { Trail } from './trail.tsx'

/** All countries with somebody in them, and the search. */
export async function IndexPage({ locale }: { locale: Locale }) {
  const t = await getTranslations('directory')
  const { directory } = await getMessages()
  const { countries, attributions } = await readCountries(locale)
  const listed = countries
    .filter(({ listingCount }) => listingCount > 0)
    .sort((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <PublicPage path={DIRECTORY_PATH}>
      <div className="wrap pt-4 pb-14 sm:pb-20">
        <Trail steps={[{ name: t('root'), path: DIRECTORY_PATH }]} />
        <header className="mt-6 grid gap-x-8 gap-y-6 lg:mt-10 lg:grid-cols-12">
          <h1 className="text-3xl sm:text-4xl lg:col-span-12 lg:text-5xl">{t('index.title')}</h1>
          <p className="max-w-[52ch] text-lg lg:col-span-7">{t('index.lead')}</p>
        </header>
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
            <ul className="mt-4 grid gap-x-8 border-t border-edge sm:grid-cols-2 lg:grid-cols-3">
              {listed.map((country) => (
                <li key={country.id} className="border-b border-hairline">
                  <a
                    href={`/${locale}${directoryPath(country.slug)}`}
                    className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 hover:underline hover:underline-offset-4"
                  >
                    <span className="flex items-center gap-3 font-semibold">
                      {country.name}
                      {country.sample && <Badge tone="accent">{t('sample.badge')}</Badge>}
                    </span>
                    <span className="text-sm text-ink-soft tabular-nums">
                      {t('city.listingCount', { count: country.listingCount })}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <Comparison />
      <div className="pt-10">
        <Sources attributions={attributions} isSample={countries.some(({ sample }) => sample)} />
      </div>
    </PublicPage>
  )
}
