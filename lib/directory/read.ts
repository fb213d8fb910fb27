import 'server-only'
import { cache } from 'react'
import type { EndpointResult } from '#contract/endpoint.ts'
import type { directoryEndpoints } from '#contract/directory.ts'
import type { Locale } from '#contract/locales.ts'
import { CallError } from '#lib/api/call-error.ts'
import { createClient } from '#lib/api/client.ts'
import { readServerEnv } from '#lib/env.server.ts'
import { readSiteServer } from '#lib/env.ts'
import { keptAnswers } from './kept-answers.ts'
import type { DirectoryPage } from './paths.ts'

type Answer<N extends keyof typeof directoryEndpoints> = EndpointResult<(typeof directoryEndpoints)[N]>

/**
 * The directory as pages are made of it. What was read is kept beside the pages, and the last good answer serves when
 * the backend is away.
 */
function client(revalidateSeconds: number, locale?: Locale) {
  const { gatewaySecret } = readSiteServer()
  return createClient({
    baseUrl: readServerEnv().backendUrl,
    getToken: () => Promise.resolve(undefined),
    ...(locale && { locale: () => locale }),
    fetch: keptAnswers({ gatewaySecret, revalidateSeconds }),
  })
}

/** Places change with an import; a listing that was taken out has to be gone soon. */
const PLACES_SECONDS = 600
const LISTINGS_SECONDS = 60
/** Longer pages are not read; the rest is found by search. */
export const CITIES_SHOWN = 500
export const PHOTOGRAPHERS_SHOWN = 100

/** Null for an unknown place or listing. @throws CallError */
async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError && NOT_THERE.has(error.code)) return null
    throw error
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(['country_not_found', 'city_not_found', 'parameter_invalid'])

export const readCountries = cache((locale: Locale): Promise<Answer<'getCountries'>> =>
  client(PLACES_SECONDS, locale).call('getCountries', {}),
)

export const readCountry = cache((locale: Locale, country: string): Promise<Answer<'getCountry'> | null> =>
  found(client(PLACES_SECONDS, locale).call('getCountry', { query: { country_id: country } })),
)

export const readListedCities = cache(
  (locale: Locale, country: string): Promise<Answer<'getCities'> | null> =>
    found(
      client(PLACES_SECONDS, locale).call('getCities', {
        query: { country_id: country, only: 'listed', limit: CITIES_SHOWN },
      }),
    ),
)

export const readCity = cache(
  (locale: Locale, country: string, city: string): Promise<Answer<'getCity'> | null> =>
    found(client(PLACES_SECONDS, locale).call('getCity', { query: { country_id: country, city_id: city } })),
)

export const readPhotographers = cache(
  (locale: Locale, country: string, city: string): Promise<Answer<'getPhotographers'> | null> =>
    found(
      client(LISTINGS_SECONDS, locale).call('getPhotographers', {
        query: { country_id: country, city_id: city, limit: PHOTOGRAPHERS_SHOWN },
      }),
    ),
)

/** Whether the backend answers what a page is made of; the same answers then make it. */
export async function canRead(locale: Locale, page: DirectoryPage): Promise<boolean> {
  try {
    if (page.kind === 'index') await readCountries(locale)
    else if (page.kind === 'country')
      await Promise.all([readCountry(locale, page.country), readListedCities(locale, page.country)])
    else
      await Promise.all([
        readCity(locale, page.country, page.city),
        readPhotographers(locale, page.country, page.city),
      ])
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

export async function readCountrySlugs(): Promise<Answer<'getCountrySlugs'>['slugs']> {
  return (await client(PLACES_SECONDS).call('getCountrySlugs', { query: {} })).slugs
}

/** Every city whose page may be indexed, by id. */
export async function readIndexedCities(): Promise<Answer<'getCitySlugs'>['slugs']> {
  const all: Answer<'getCitySlugs'>['slugs'] = []
  let after: string | undefined
  do {
    const page = await client(PLACES_SECONDS).call('getCitySlugs', {
      query: { only: 'indexable', ...(after === undefined ? {} : { after }) },
    })
    all.push(...page.slugs)
    after = page.next ?? undefined
  } while (after !== undefined)
  return all
}
