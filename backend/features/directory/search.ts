import { and, asc, desc, eq, isNotNull, isNull, like, or, sql } from 'drizzle-orm'
import { FOUND_PLACES_MAX, type FoundPlace } from '#contract/directory.ts'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { tables, type Queries } from '#backend/providers/database/port.ts'
import { attributionsOf } from './listings.ts'
import { countryNameIn, nameIn } from './names.ts'
import { foldToSlug } from './slug.ts'

const { directoryCountries: countries, directoryPlaces: places } = tables

/** What begins so, with nothing in it that a pattern would read as a wildcard. */
const prefixOf = (text: string) => `${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Countries and cities whose name begins with a text, in letters of an address or in the reader's language. */
export async function searchPlaces(
  queries: Queries,
  { text, locale = DEFAULT_LOCALE }: { text: string; locale?: Locale | undefined },
) {
  const lower = text.toLowerCase()
  const folded = foldToSlug(text)
  const found = await queries
    .select({ place: places, country: countries })
    .from(places)
    .innerJoin(countries, eq(countries.id, places.countryId))
    .where(
      and(
        isNull(places.withdrawnAt),
        isNotNull(places.slug),
        or(
          // The literal, not a parameter: the index is of this very expression.
          like(sql`lower(${places.names} ->> ${sql.raw(`'${locale}'`)})`, prefixOf(lower)),
          folded === undefined ? undefined : like(places.slug, prefixOf(folded)),
        ),
      ),
    )
    .orderBy(sql`${places.listingCount} > 0 desc`, desc(places.population), asc(places.id))
    .limit(FOUND_PLACES_MAX)
  const matching = (await countriesBeginning(queries, lower, folded, locale)).slice(0, FOUND_PLACES_MAX)
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
  lower: string,
  folded: string | undefined,
  locale: Locale,
): Promise<FoundPlace[]> {
  const rows = await queries.select().from(countries).orderBy(desc(countries.listingCount), asc(countries.id))
  return rows.flatMap((row) => {
    const name = countryNameIn(locale, row)
    const begins =
      name.toLowerCase().startsWith(lower) ||
      (folded !== undefined && (foldToSlug(name)?.startsWith(folded) === true || row.slug.startsWith(folded)))
    if (!begins) return []
    const { slug, listingCount, isSample } = row
    return { name, countrySlug: slug, citySlug: null, within: null, listingCount, sample: isSample }
  })
}
