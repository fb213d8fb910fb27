import { LISTING_RADIUS_METERS } from '#contract/directory.ts'
import type { Locale } from '#contract/locales.ts'
import { StructuredDataScript } from '#components/seo/structured-data-script.tsx'
import { failureCopyOf } from '#components/shell/failure-copy.ts'
import { formatDistance } from '#lib/directory/distance.ts'
import { directoryPath } from '#lib/directory/paths.ts'
import { readCity, readPhotographers } from '#lib/directory/read.ts'
import { contracted } from '#lib/i18n/contracted.ts'
import { listingsInOrder } from '#lib/seo/structured-data.ts'
import { getMessages, getTranslations } from 'next-intl/server'
import { notFound, permanentRedirect } from 'next/navigation'
import { CityQuestions } from './city-questions.tsx'
import { CorrectionButton } from './correction-button.tsx'
import { DirectoryFrame } from './directory-frame.tsx'
import { ListingRow } from './listing-row.tsx'
import { PlaceList } from './place-list.tsx'

interface Props {
  locale: Locale
  country: string
  city: string
}

/** Who photographs in and around a city, and when selfies do as well. */
export async function CityPage({ locale, country, city: wanted }: Props) {
  const [city, found] = await Promise.all([
    readCity(locale, country, wanted),
    readPhotographers(locale, country, wanted),
  ])
  if (city === null || found === null) notFound()
  const path = directoryPath(city.country.slug, city.slug)
  if (path !== directoryPath(country, wanted)) permanentRedirect(`/${locale}${path}`)
  const t = await getTranslations('directory')
  const { directory, errors } = await getMessages()
  const failures = failureCopyOf(errors)
  const { photographers } = found
  return (
    <DirectoryFrame
      path={path}
      steps={[
        { name: city.country.name, path: directoryPath(city.country.slug) },
        { name: city.name, path },
      ]}
      title={contracted(t('city.title', { city: city.name }), locale)}
      lead={
        photographers.length === 0
          ? contracted(t('city.empty', { city: city.name }), locale)
          : t('city.lead', {
              count: photographers.length,
              radius: formatDistance(LISTING_RADIUS_METERS, locale),
            })
      }
      isSample={city.sample}
      attributions={[...city.attributions, ...found.attributions]}
      questions={<CityQuestions />}
    >
      {photographers.length === 0 && <p className="mt-2 measure text-ink-soft">{t('city.emptyHint')}</p>}
      {photographers.length > 0 && (
        <section
          aria-labelledby="listings-title"
          className="mt-10 grid gap-x-8 gap-y-4 lg:mt-14 lg:grid-cols-12"
        >
          <h2 id="listings-title" className="text-xl lg:col-span-3 hyphens-auto">
            {t('city.listings')}
          </h2>
          <div className="lg:col-span-9">
            <ol className="border-t border-edge">
              {photographers.map((listing) => (
                <ListingRow
                  key={listing.id}
                  listing={listing}
                  correction={
                    <CorrectionButton
                      label={t('listing.correct')}
                      listing={correctable(listing)}
                      copy={directory.correction}
                      failures={failures}
                      locale={locale}
                    />
                  }
                />
              ))}
            </ol>
            {found.next !== null && (
              <p className="mt-4 text-sm text-ink-soft">
                {t('city.partial', { count: photographers.length })}
              </p>
            )}
          </div>
        </section>
      )}
      {city.nearbyCities.length > 0 && (
        <section aria-labelledby="nearby-title" className="mt-12">
          <h2 id="nearby-title" className="text-xl">
            {t('city.nearby')}
          </h2>
          <PlaceList
            places={city.nearbyCities.map((near) => ({
              id: near.id,
              name: near.name,
              path: directoryPath(near.countrySlug, near.slug),
              detail: formatDistance(near.distanceMeters, locale),
            }))}
          />
        </section>
      )}
      {city.indexable && <StructuredDataScript data={listingsInOrder(photographers)} />}
    </DirectoryFrame>
  )
}

type Listing = NonNullable<Awaited<ReturnType<typeof readPhotographers>>>['photographers'][number]

/** The fields that the correction form shows, and no others: all of them are sent with the page. */
function correctable({ id, name, address, website, phone, email, openingHours }: Listing) {
  return { id, name, address, website, phone, email, openingHours }
}
