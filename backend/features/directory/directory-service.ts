import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import {
  CITIES_PER_PAGE,
  LISTING_RADIUS_METERS,
  NEARBY_CITIES_MAX,
  NEARBY_RADIUS_METERS,
  PHOTOGRAPHERS_PER_PAGE,
  SLUGS_PER_PAGE,
  type DirectoryCity,
  type DirectoryCountry,
  type directoryEndpoints,
} from '#contract/directory.ts'
import type { EndpointAnswer, EndpointArguments } from '#contract/endpoint.ts'
import { ProductError } from '#contract/errors.ts'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { tables, type Database, type Queries } from '#backend/providers/database/database-port.ts'
import { pageOf, readCursor } from './cursor.ts'
import { extractOpenStreetMap } from './extract.ts'
import { searchPlaces } from './directory-search.ts'
import { cellsAround, type Point } from './place-grid.ts'
import { attributionsOf, isInCells, listingOf, listingsAround, metersFrom } from './listings.ts'
import { countryNameIn, nameIn } from './place-names.ts'

const { directoryCountries: countries, directoryPlaces: places } = tables

type CountryRow = typeof countries.$inferSelect
type PlaceRow = typeof places.$inferSelect

type Endpoints = typeof directoryEndpoints
/** A call's parameters; names are English where no language is wanted. */
type Asked<N extends keyof Endpoints> = (EndpointArguments<Endpoints[N]> extends { query: infer Query }
  ? Query
  : unknown) &
  (Endpoints[N] extends { localized: true } ? { locale?: Locale | undefined } : unknown)
type Answer<N extends keyof Endpoints> = EndpointAnswer<Endpoints[N]>

/** Places with a page: known to their source, and with a slug. */
const shown = and(isNull(places.withdrawnAt), isNotNull(places.slug))
const listed = gt(places.listingCount, 0)

/** Public reads of countries, cities and photographers. */
export function createDirectory({ database }: { database: Database }) {
  const { queries } = database
  return {
    async countries({ locale }: Asked<'getCountries'>): Promise<Answer<'getCountries'>> {
      const rows = await queries.select().from(countries).orderBy(asc(countries.id))
      return {
        countries: rows.map((row) => countryOf(row, locale)),
        attributions: attributionsOf(rows.map(({ isSample }) => (isSample ? 'sample' : 'geonames'))),
      }
    },

    /** @throws ProductError country_not_found */
    async country({ country_id, locale }: Asked<'getCountry'>): Promise<Answer<'getCountry'>> {
      const row = await findCountry(queries, country_id)
      const source = row.isSample ? 'sample' : 'geonames'
      return { ...countryOf(row, locale), attributions: attributionsOf([source]) }
    },

    async countrySlugs(): Promise<Answer<'getCountrySlugs'>> {
      const rows = await queries.select().from(countries).orderBy(asc(countries.id))
      return { slugs: rows.map((row) => countryOf(row, DEFAULT_LOCALE)) }
    },

    /** @throws ProductError country_not_found, parameter_invalid */
    async cities(asked: Asked<'getCities'>): Promise<Answer<'getCities'>> {
      const { country_id, locale, only, limit = CITIES_PER_PAGE.default } = asked
      const after = readCursor(asked.after)
      const country = await findCountry(queries, country_id)
      const rows = await queries
        .select()
        .from(places)
        .where(
          and(
            eq(places.countryId, country.id),
            shown,
            only === 'listed' ? listed : undefined,
            // Descending by size and ascending by id: no row comparison says that.
            after && lte(places.population, after[0]),
            after && or(ne(places.population, after[0]), gt(places.id, after[1])),
          ),
        )
        .orderBy(desc(places.population), asc(places.id))
        .limit(limit + 1)
      const page = pageOf(rows, limit, ({ population, id }) => [population, id])
      return {
        cities: page.shown.map((row) => cityOf(row, locale)),
        next: page.next,
        attributions: attributionsOf(page.shown.map(({ source }) => source)),
      }
    },

    /** @throws ProductError country_not_found, city_not_found */
    async city({ country_id, city_id, locale }: Asked<'getCity'>): Promise<Answer<'getCity'>> {
      const { country, place } = await findCity(queries, country_id, city_id)
      const { id, slug, name } = countryOf(country, locale)
      return {
        ...cityOf(place, locale),
        country: { id, slug, name },
        nearbyCities: await listedCitiesAround(queries, place, locale),
        attributions: attributionsOf([place.source]),
      }
    },

    /** @throws ProductError country_not_found, parameter_invalid */
    async citySlugs(asked: Asked<'getCitySlugs'>): Promise<Answer<'getCitySlugs'>> {
      const { country_id, only, limit = SLUGS_PER_PAGE.default } = asked
      const after = readCursor(asked.after)
      const country = country_id === undefined ? undefined : await findCountry(queries, country_id)
      const rows = await queries
        .select({ place: places, countrySlug: countries.slug })
        .from(places)
        .innerJoin(countries, eq(countries.id, places.countryId))
        .where(
          and(
            shown,
            country && eq(places.countryId, country.id),
            only === 'indexable' ? and(listed, ne(places.source, 'sample')) : undefined,
            after && gt(places.id, after[1]),
          ),
        )
        .orderBy(asc(places.id))
        .limit(limit + 1)
      const page = pageOf(rows, limit, ({ place }) => [0, place.id])
      return {
        slugs: page.shown.map(({ place, countrySlug }) => {
          const { id, slug, indexable, changedAt } = cityOf(place, DEFAULT_LOCALE)
          return { id, slug, indexable, changedAt, countryId: place.countryId, countrySlug }
        }),
        next: page.next,
      }
    },

    search: (asked: Asked<'searchPlaces'>): Promise<Answer<'searchPlaces'>> => searchPlaces(queries, asked),

    /** All that is taken from OpenStreetMap, as the text of a GeoJSON file. */
    extract: (): AsyncIterable<string> => extractOpenStreetMap({ database }),

    /** @throws ProductError country_not_found, city_not_found, parameter_invalid */
    async photographers(asked: Asked<'getPhotographers'>): Promise<Answer<'getPhotographers'>> {
      const { locale = DEFAULT_LOCALE, limit = PHOTOGRAPHERS_PER_PAGE.default } = asked
      const after = readCursor(asked.after)
      const { place } = await findCity(queries, asked.country_id, asked.city_id)
      const rows = await listingsAround(queries, place, { after, limit: limit + 1 })
      const page = pageOf(rows, limit, ({ meters, id }) => [meters, id])
      const sources = page.shown.map(({ source }) => source)
      return {
        photographers: page.shown.map((row) => listingOf(row, locale)),
        order: 'distance',
        radiusMeters: LISTING_RADIUS_METERS,
        sample: place.source === 'sample',
        next: page.next,
        attributions: attributionsOf([place.source, ...sources]),
      }
    },
  }
}

/** @param reference an id or a slug, which are never alike @throws ProductError country_not_found */
async function findCountry(queries: Queries, reference: string): Promise<CountryRow> {
  const column = /^[A-Z]/.test(reference) ? countries.id : countries.slug
  const [row] = await queries.select().from(countries).where(eq(column, reference))
  if (!row) throw new ProductError('country_not_found')
  return row
}

/** @throws ProductError country_not_found, city_not_found */
async function findCity(queries: Queries, countryReference: string, reference: string) {
  const country = await findCountry(queries, countryReference)
  const column = /^(?:geonames|sample)-\d+$/.test(reference) ? places.id : places.slug
  const [place] = await queries
    .select()
    .from(places)
    .where(and(eq(places.countryId, country.id), eq(column, reference), shown))
  if (!place) throw new ProductError('city_not_found')
  return { country, place }
}

async function listedCitiesAround(queries: Queries, place: PlaceRow, locale: Locale | undefined) {
  const meters = metersFrom(place satisfies Point, 'directory_places')
  const rows = await queries
    .select({ place: places, countrySlug: countries.slug, meters })
    .from(places)
    .innerJoin(countries, eq(countries.id, places.countryId))
    .where(
      and(
        isInCells(cellsAround(place, NEARBY_RADIUS_METERS), 'directory_places'),
        shown,
        listed,
        ne(places.id, place.id),
        sql`${meters} <= ${NEARBY_RADIUS_METERS}::int`,
      ),
    )
    .orderBy(meters, asc(places.id))
    .limit(NEARBY_CITIES_MAX)
  return rows.map((row) => ({
    ...cityOf(row.place, locale),
    countryId: row.place.countryId,
    countrySlug: row.countrySlug,
    distanceMeters: row.meters,
  }))
}

function countryOf(row: CountryRow, locale: Locale = DEFAULT_LOCALE): DirectoryCountry {
  const { id, slug, isSample, listingCount, listedCityCount, cityCount, population, changedAt } = row
  return {
    id,
    slug,
    population,
    cityCount,
    listedCityCount,
    listingCount,
    name: countryNameIn(locale, row),
    sample: isSample,
    indexable: listingCount > 0 && !isSample,
    changedAt: changedAt.toISOString(),
  }
}

function cityOf(row: PlaceRow, locale: Locale = DEFAULT_LOCALE): DirectoryCity {
  const { id, slug, source, region, population, latitude, longitude, listingCount, changedAt } = row
  if (slug === null) throw new Error(`${id} has no slug yet, and no page`)
  return {
    id,
    slug,
    region,
    population,
    latitude,
    longitude,
    listingCount,
    name: nameIn(locale, row),
    sample: source === 'sample',
    indexable: listingCount > 0 && source !== 'sample',
    changedAt: changedAt.toISOString(),
  }
}
