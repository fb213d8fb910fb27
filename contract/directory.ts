import { z } from 'zod'
import { defineEndpoint, type CachePolicy } from './endpoint.ts'
import { oneLine } from './one-line.ts'

/** Source of a directory entry. `sample` is invented data, and labelled as such wherever it is shown. */
export const DirectorySource = z.enum(['geonames', 'openstreetmap', 'operator', 'sample'])
export type DirectorySource = z.infer<typeof DirectorySource>

/** The business's own category: OpenStreetMap's `craft=photographer` or `shop=photo`. */
export const PhotographerKind = z.enum(['photographer', 'photo_shop'])
export type PhotographerKind = z.infer<typeof PhotographerKind>

/** OpenStreetMap's own values. */
export const Wheelchair = z.enum(['yes', 'limited', 'no', 'designated'])
export type Wheelchair = z.infer<typeof Wheelchair>

/** Lower-case ASCII words joined by hyphens; unique in its country, and never another's later on. */
export const DirectorySlug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

/** ISO 3166-1 alpha-2, upper case; the sample's country has a code that no country ever gets. */
export const CountryId = z.string().regex(/^[A-Z]{2}$/)

/** A country by its id or its slug; upper and lower case keep them apart. */
const CountryReference = z
  .string()
  .max(120)
  .regex(/^(?:[A-Z]{2}|[a-z0-9]+(?:-[a-z0-9]+)*)$/)
  .meta({ description: 'The id or the slug of a country' })
const CityReference = DirectorySlug.meta({ description: 'The id or the slug of a city' })
const Cursor = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/)
  .meta({ description: '`next` of the page before' })

/** The attribution required on every page that shows the data, with both links. */
export const Attribution = z
  .object({
    source: DirectorySource,
    text: z.string(),
    url: z.url(),
    licence: z.string(),
    licenceUrl: z.url(),
  })
  .meta({ id: 'Attribution' })
export type Attribution = z.infer<typeof Attribution>

/**
 * As the licences require: https://creativecommons.org/licenses/by/4.0/ and https://osmfoundation.org/wiki/Licence
 */
export const ATTRIBUTIONS = {
  geonames: {
    source: 'geonames',
    text: '© GeoNames',
    url: 'https://www.geonames.org/',
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  },
  openstreetmap: {
    source: 'openstreetmap',
    text: '© OpenStreetMap contributors',
    url: 'https://www.openstreetmap.org/copyright',
    licence: 'ODbL 1.0',
    licenceUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
} as const satisfies Partial<Record<DirectorySource, Attribution>>

const page = {
  name: z.string().meta({ description: 'In the language that was asked for, where the source has it' }),
  slug: DirectorySlug,
  sample: z.boolean().meta({ description: 'Invented: to be marked as such, and kept out of indexes' }),
  indexable: z.boolean().meta({ description: 'Whether its page has a listing to show and may be indexed' }),
  listingCount: z.int().nonnegative(),
  changedAt: z.iso.datetime().meta({ description: 'When what its page shows last changed' }),
}
const position = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
}

export const DirectoryCountry = z
  .object({
    id: CountryId,
    ...page,
    population: z.int().nonnegative(),
    cityCount: z.int().nonnegative(),
    listedCityCount: z.int().nonnegative().meta({ description: 'Cities with at least one listing' }),
  })
  .meta({ id: 'DirectoryCountry' })
export type DirectoryCountry = z.infer<typeof DirectoryCountry>

export const DirectoryCity = z
  .object({
    id: DirectorySlug,
    ...page,
    ...position,
    region: z.string().nullable().meta({ description: 'Code of the first-order division, as in `ZH`' }),
    population: z.int().nonnegative(),
  })
  .meta({ id: 'DirectoryCity' })
export type DirectoryCity = z.infer<typeof DirectoryCity>

/** A search result: a country, or a city of one. */
export const FoundPlace = z
  .object({
    name: z.string(),
    countrySlug: DirectorySlug,
    citySlug: DirectorySlug.nullable().meta({ description: 'Null for a country' }),
    within: z.string().nullable().meta({ description: 'Region and country of a city' }),
    listingCount: z.int().nonnegative(),
    sample: z.boolean(),
  })
  .meta({ id: 'FoundPlace' })
export type FoundPlace = z.infer<typeof FoundPlace>

/** Whole metres, over the sphere. */
const distanceMeters = z.int().nonnegative()

export const NearbyCity = DirectoryCity.extend({
  countryId: CountryId,
  countrySlug: DirectorySlug,
  distanceMeters,
}).meta({ id: 'NearbyCity' })

export const PostalAddress = z
  .object({
    street: z.string().nullable(),
    houseNumber: z.string().nullable(),
    postcode: z.string().nullable(),
    locality: z.string().nullable(),
  })
  .meta({ id: 'PostalAddress' })

/** A listing of public facts only: no ratings, no reviews, no prices. */
export const Photographer = z
  .object({
    id: z.string(),
    source: DirectorySource.exclude(['geonames']),
    sourceUrl: z.url().nullable().meta({ description: 'The very object at OpenStreetMap' }),
    sample: z.boolean(),
    kind: PhotographerKind,
    name: z.string(),
    ...position,
    distanceMeters: distanceMeters.meta({ description: 'From the middle of the city that was asked for' }),
    city: z
      .object({ id: DirectorySlug, slug: DirectorySlug, name: z.string(), countryId: CountryId })
      .meta({ description: 'The nearest place; the city that was asked for, or one beside it' }),
    address: PostalAddress,
    website: z.url({ protocol: /^https?$/ }).nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    openingHours: z.string().nullable().meta({ description: 'In the notation of OpenStreetMap' }),
    wheelchair: Wheelchair.nullable(),
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'Photographer' })
export type Photographer = z.infer<typeof Photographer>

/** A listing belongs to the nearest place within this distance, and is shown around a city as far as that. */
export const LISTING_RADIUS_METERS = 25_000
export const NEARBY_RADIUS_METERS = 150_000
export const NEARBY_CITIES_MAX = 12
export const CITIES_PER_PAGE = { default: 500, max: 2_000 } as const
export const SLUGS_PER_PAGE = { default: 5_000, max: 10_000 } as const
export const FOUND_PLACES_MAX = 8
export const SEARCH_TEXT = { minLength: 2, maxLength: 80 } as const
export const PHOTOGRAPHERS_PER_PAGE = { default: 50, max: 200 } as const

const limitOf = ({ max }: { max: number }) => z.coerce.number().int().min(1).max(max).optional()
const attributions = z.array(Attribution)
const next = Cursor.nullable().meta({ description: 'Null on the last page' })

/** Places change with an import. */
const PLACES_CACHE: CachePolicy = { publicSeconds: 600, staleSeconds: 86_400 }
/** A listing that was taken out has to be gone soon. */
const LISTINGS_CACHE: CachePolicy = { publicSeconds: 60, staleSeconds: 60 }

const shared = { method: 'GET', aliases: [], auth: 'public', rate: 'public' } as const

export const directoryEndpoints = {
  getCountries: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/countries',
    cache: PLACES_CACHE,
    localized: true,
    summary: 'All countries of the directory, by id',
    response: z.object({ countries: z.array(DirectoryCountry), attributions }),
    errors: [],
  }),
  getCountry: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/country',
    cache: PLACES_CACHE,
    localized: true,
    summary: 'One country',
    query: z.object({ country_id: CountryReference }),
    response: DirectoryCountry.extend({ attributions }).meta({ id: 'DirectoryCountryPage' }),
    errors: ['country_not_found'],
  }),
  searchPlaces: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/search',
    cache: PLACES_CACHE,
    localized: true,
    summary: 'Countries and cities whose name begins so, those with listings first, then the most populous',
    query: z.object({
      text: oneLine(SEARCH_TEXT.maxLength).min(SEARCH_TEXT.minLength),
    }),
    response: z.object({ places: z.array(FoundPlace).max(FOUND_PLACES_MAX), attributions }),
    errors: [],
  }),
  getCountrySlugs: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/country_slugs',
    cache: PLACES_CACHE,
    summary: 'What a sitemap needs of every country',
    response: z.object({
      slugs: z.array(DirectoryCountry.pick({ id: true, slug: true, indexable: true, changedAt: true })),
    }),
    errors: [],
  }),
  getCities: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/cities',
    cache: PLACES_CACHE,
    localized: true,
    summary: 'Cities of a country, the most populous first, in pages',
    query: z.object({
      country_id: CountryReference,
      only: z.enum(['listed']).optional().meta({ description: 'Those with a listing alone' }),
      after: Cursor.optional(),
      limit: limitOf(CITIES_PER_PAGE),
    }),
    response: z.object({ cities: z.array(DirectoryCity), next, attributions }),
    errors: ['country_not_found'],
  }),
  getCity: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/city',
    cache: PLACES_CACHE,
    localized: true,
    summary: 'One city, with the nearest cities that have a listing',
    query: z.object({ country_id: CountryReference, city_id: CityReference }),
    response: DirectoryCity.extend({
      country: DirectoryCountry.pick({ id: true, slug: true, name: true }),
      nearbyCities: z.array(NearbyCity).meta({ description: 'Nearest first, up to 150 km away' }),
      attributions,
    }).meta({ id: 'DirectoryCityPage' }),
    errors: ['country_not_found', 'city_not_found'],
  }),
  getCitySlugs: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/city_slugs',
    cache: PLACES_CACHE,
    summary: 'What a sitemap needs of every city, by id, in pages',
    query: z.object({
      country_id: CountryReference.optional(),
      only: z.enum(['indexable']).optional().meta({ description: 'Those whose page may be indexed' }),
      after: Cursor.optional(),
      limit: limitOf(SLUGS_PER_PAGE),
    }),
    response: z.object({
      slugs: z.array(
        DirectoryCity.pick({ id: true, slug: true, indexable: true, changedAt: true }).extend({
          countryId: CountryId,
          countrySlug: DirectorySlug,
        }),
      ),
      next,
    }),
    errors: ['country_not_found'],
  }),
  getPhotographers: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/photographers',
    cache: LISTINGS_CACHE,
    localized: true,
    summary: 'Listings in and around a city, the nearest to its middle first, in pages',
    query: z.object({
      country_id: CountryReference,
      city_id: CityReference,
      after: Cursor.optional(),
      limit: limitOf(PHOTOGRAPHERS_PER_PAGE),
    }),
    response: z.object({
      photographers: z.array(Photographer),
      order: z.literal('distance').meta({ description: 'Nearest first; places are not sold' }),
      radiusMeters: z.int(),
      sample: z.boolean(),
      next,
      attributions,
    }),
    errors: ['country_not_found', 'city_not_found'],
  }),
  getOpenStreetMapExtract: defineEndpoint({
    ...shared,
    path: '/headshots_near_me/openstreetmap_extract',
    rate: 'extract',
    cache: { publicSeconds: 3_600, staleSeconds: 86_400 },
    summary: 'All that is taken from OpenStreetMap, as GeoJSON under the ODbL',
    stream: { mediaType: 'application/geo+json; charset=utf-8' },
    response: z.string(),
    errors: [],
  }),
}
