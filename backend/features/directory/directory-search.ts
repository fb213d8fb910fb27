import { and, asc, desc, eq, isNotNull, isNull, like, or, sql } from 'drizzle-orm'
import { FOUND_PLACES_MAX, type FoundPlace } from '#contract/directory.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import { foldedName, tables, type Queries } from '#backend/providers/database/database-port.ts'
import { attributionsOf } from './listings.ts'
import { countryNameIn, nameIn } from './place-names.ts'
import { foldToSlug } from './slug.ts'
import { beginningsOf } from './spelling.ts'

const { directoryCountries: countries, directoryPlaces: places } = tables

/** Begins so in the slug, or in the name in any of the languages: a traveller types what the sign at the station says. */
const beginsWith = (beginning: string) =>
  [sql`${places.slug}`, ...LOCALES.map((locale) => foldedName(places.names, locale))].map((name) =>
    like(name, `${beginning}%`),
  )

/** Countries and cities whose name begins with a text, in any spelling of its letters. */
export async function searchPlaces(
  queries: Queries,
  { text, locale = DEFAULT_LOCALE }: { text: string; locale?: Locale | undefined },
) {
  const beginnings = beginningsOf(text)
  const [typed] = beginnings
  const found =
    typed === undefined
      ? []
      : await queries
          .select({ place: places, country: countries })
          .from(places)
          .innerJoin(countries, eq(countries.id, places.countryId))
          .where(
            and(isNull(places.withdrawnAt), isNotNull(places.slug), or(...beginnings.flatMap(beginsWith))),
          )
          .orderBy(
            // Names in the typed spelling come before those in a similar one.
            ...(beginnings.length > 1 ? [sql`(${or(...beginsWith(typed))}) is true desc`] : []),
            sql`${places.listingCount} > 0 desc`,
            desc(places.population),
            asc(places.id),
          )
          .limit(FOUND_PLACES_MAX)
  const matching = (await countriesBeginning(queries, beginnings, locale)).slice(0, FOUND_PLACES_MAX)
  const all: FoundPlace[] = [
    ...matching,
    ...found.flatMap(({ place, country }) => {
      if (place.slug === null) return []
      const region = /^[A-Za-z]{1,3}$/.test(place.region ?? '') ? place.region : null
      return {
        name: nameIn(locale, place),
        countrySlug: country.slug,
        citySlug: place.slug,
        within: [region, countryNameIn(locale, country)].filter((part) => part !== null).join(', '),
        listingCount: place.listingCount,
        sample: place.source === 'sample',
      }
    }),
  ]
  return {
    places: all.slice(0, FOUND_PLACES_MAX),
    attributions: attributionsOf(found.map(({ place }) => place.source)),
  }
}

/** There are some two hundred and fifty: read whole, for their names are not in the table. */
async function countriesBeginning(
  queries: Queries,
  beginnings: readonly string[],
  locale: Locale,
): Promise<FoundPlace[]> {
  const rows = await queries.select().from(countries).orderBy(desc(countries.listingCount), asc(countries.id))
  return rows.flatMap((row) => {
    const names = [row.slug, ...LOCALES.map((one) => foldToSlug(countryNameIn(one, row)))]
    const begins = names.some((name) => beginnings.some((beginning) => name?.startsWith(beginning) === true))
    if (!begins) return []
    const { slug, listingCount, isSample } = row
    const name = countryNameIn(locale, row)
    return [{ name, countrySlug: slug, citySlug: null, within: null, listingCount, sample: isSample }]
  })
}
