import { after, before, describe, test } from 'node:test'
import { expect } from 'expect'
import type { z } from 'zod'
import { importDirectory } from '#backend/features/directory/import/run.ts'
import { loadSample } from '#backend/features/directory/sample-directory.ts'
import { ATTRIBUTIONS } from '#contract/directory.ts'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import type { Locale } from '#contract/locales.ts'
import { testEach } from '#tests/support/each.ts'
import { smallDirectory } from '../support/directory/sources.ts'
import { errorOf } from './support/backend.ts'
import { openDoor } from './support/door.ts'

let door: Awaited<ReturnType<typeof openDoor>>
before(async () => {
  door = await openDoor()
})
after(() => door.close())

type Asked = Record<string, string> & { locale?: Locale }

async function ask<N extends EndpointName>(name: N, { locale = 'en', ...query }: Asked = {}) {
  const answer = await door.app.inject({
    url: `${endpoints[name].path}?${new URLSearchParams(query).toString()}`,
    headers: { 'accept-language': locale },
  })
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
  // The schema of exactly this endpoint; the table's union type cannot express that.
  return endpoints[name].response.parse(answer.json()) as z.output<(typeof endpoints)[N]['response']>
}

describe('of the sample', () => {
  before(() => loadSample(door.world))

  test('every entry is marked as a sample, and no page may be indexed', async () => {
    const { countries, attributions } = await ask('getCountries', { locale: 'de' })
    expect(countries).toMatchObject([
      {
        name: 'Musterland',
        sample: true,
        indexable: false,
        cityCount: 3,
        listedCityCount: 2,
        listingCount: 4,
      },
    ])
    expect(attributions).toEqual([])
    const [country] = countries
    const { cities } = await ask('getCities', { country_id: country?.id ?? '', locale: 'fr' })
    expect(cities.map(({ name }) => name)).toEqual(['Ville-Exemple', 'Saint-Modèle', 'Bourg-Fictif'])
    const { slugs } = await ask('getCitySlugs', { only: 'indexable' })
    expect(slugs).toEqual([])
    for (const city of cities) {
      expect(city).toMatchObject({ sample: true, indexable: false })
      const found = await ask('getPhotographers', { country_id: country?.slug ?? '', city_id: city.slug })
      expect(found).toMatchObject({ sample: true, attributions: [] })
      for (const { sample, source, website, phone, email } of found.photographers) {
        expect({ sample, source }).toEqual({ sample: true, source: 'sample' })
        // What RFC 2606 and Ofcom keep free.
        expect(website).toMatch(/^https:\/\/[\w-]+\.example\/$/)
        expect(email).toMatch(/@example\.com$/)
        expect(phone ?? '+44 20 7946 0').toMatch(/^\+44 20 7946 0/)
      }
    }
  })

  test('a second start adds no rows', async () => {
    const before = await ask('getCitySlugs')
    await loadSample(door.world)
    expect(await ask('getCitySlugs')).toEqual(before)
  })
})

describe('imported data', () => {
  before(() => importDirectory(door.world, { files: smallDirectory() }))

  testEach([
    ['the letters of an address', 'zur', 'en', ['switzerland/zurich']],
    ['the name in the language', 'Zürich', 'de', ['switzerland/zurich']],
    ['the name without its marks', 'zurich', 'de', ['switzerland/zurich']],
    ['the name typed without dots', 'zuerich', 'en', ['switzerland/zurich']],
    ['the name in another language', 'Zurigo', 'de', ['switzerland/zurich']],
    ['a name across its apostrophe', 'laquila', 'fr', ['italy/laquila']],
    ['a country in the language', 'Svizz', 'it', ['switzerland']],
    ['a country in another language', 'Svizz', 'de', ['switzerland']],
    ['no wildcard', 'z%h', 'de', []],
    ['no other letters', 'Цюрих', 'de', []],
  ] as const)('a search finds %s', async (_what, text, locale, found) => {
    const { places } = await ask('searchPlaces', { text, locale })
    const paths = places.map(({ countrySlug, citySlug }) =>
      citySlug === null ? countrySlug : `${countrySlug}/${citySlug}`,
    )
    expect(paths.slice(0, found.length || 1)).toEqual(found)
  })

  test('the sample is gone, and countries have their names in the language', async () => {
    const { countries, attributions } = await ask('getCountries', { locale: 'it' })
    expect(countries.map(({ id, slug, name }) => [id, slug, name])).toEqual([
      ['CH', 'switzerland', 'Svizzera'],
      ['DE', 'germany', 'Germania'],
      ['FJ', 'fiji', 'Figi'],
      ['IT', 'italy', 'Italia'],
      ['NL', 'netherlands', 'Paesi Bassi'],
      ['US', 'united-states', 'Stati Uniti'],
    ])
    expect(attributions).toEqual([ATTRIBUTIONS.geonames])
    const { slugs } = await ask('getCountrySlugs')
    expect(slugs.flatMap(({ id, indexable }) => (indexable ? id : []))).toEqual(['CH', 'FJ'])
  })

  testEach(['CH', 'switzerland'])('a country is found by %s', async (country_id) => {
    expect(await ask('getCountry', { country_id, locale: 'de' })).toMatchObject({
      id: 'CH',
      name: 'Schweiz',
      cityCount: 3,
      listedCityCount: 3,
      listingCount: 4,
      indexable: true,
      sample: false,
    })
  })

  test('cities come the most populous first, page after page, each once', async () => {
    const { cities } = await ask('getCities', { country_id: 'US' })
    expect(cities.map(({ slug, region }) => [slug, region])).toEqual([
      ['springfield', 'MO'],
      ['springfield-ma', 'MA'],
      ['springfield-il', 'IL'],
    ])
    expect(cities.map(({ indexable }) => indexable)).toEqual([false, false, false])
    const paged: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ask<'getCities'>>> = await ask('getCities', {
        country_id: 'CH',
        limit: '1',
        locale: 'en',
        ...(after !== null && { after }),
      })
      paged.push(...page.cities.map(({ name }) => name))
      after = page.next
    } while (after !== null)
    expect(paged).toEqual(['Zurich', 'Geneva', 'Opfikon'])
    const { cities: listed } = await ask('getCities', { country_id: 'DE', only: 'listed' })
    expect(listed).toEqual([])
  })

  test('a city has its name in each language, and the nearest cities with a listing', async () => {
    const names = async (city_id: string, country_id: string) =>
      Promise.all(
        (['en', 'de', 'fr', 'es', 'it'] as const).map(
          async (locale) => (await ask('getCity', { country_id, city_id, locale })).name,
        ),
      )
    expect(await names('geneve', 'switzerland')).toEqual(['Geneva', 'Genf', 'Genève', 'Ginebra', 'Ginevra'])
    expect(await names('koln', 'DE')).toEqual(['Cologne', 'Köln', 'Köln', 'Köln', 'Köln'])
    expect(await names('zurich', 'CH')).toContain('Zurigo')
    expect((await ask('getCity', { country_id: 'IT', city_id: 'laquila' })).name).toBe("L'Aquila")
    const zurich = await ask('getCity', { country_id: 'CH', city_id: 'geonames-2657896', locale: 'de' })
    expect(zurich).toMatchObject({ slug: 'zurich', country: { id: 'CH', name: 'Schweiz' }, listingCount: 2 })
    expect(zurich.nearbyCities.map(({ slug }) => slug)).toEqual(['opfikon'])
    expect(zurich.nearbyCities[0]?.distanceMeters).toBeGreaterThan(7_000)
    expect(zurich.attributions).toEqual([ATTRIBUTIONS.geonames])
  })

  test('nearness does not end at the date line', async () => {
    const far = await ask('getCity', { country_id: 'FJ', city_id: 'naselesele' })
    expect(far.nearbyCities.map(({ slug }) => slug)).toEqual(['somosomo'])
    const { photographers } = await ask('getPhotographers', { country_id: 'FJ', city_id: 'naselesele' })
    expect(photographers).toMatchObject([{ name: 'Date Line Pictures', city: { slug: 'somosomo' } }])
  })

  test('listings come nearest first, with the data of their source and no other', async () => {
    const found = await ask('getPhotographers', { country_id: 'CH', city_id: 'zurich', locale: 'en' })
    expect(found.photographers.map(({ name, city }) => [name, city.name])).toEqual([
      ['Porträt, Licht & Co', 'Zurich'],
      ['Atelier Muster', 'Zurich'],
      ['Foto Beispiel', 'Opfikon'],
    ])
    const [own, mapped, shop] = found.photographers
    expect(own).toMatchObject({ source: 'operator', sourceUrl: null, wheelchair: 'yes' })
    expect(mapped).toEqual({
      id: 'osm-node-1',
      source: 'openstreetmap',
      sample: false,
      kind: 'photographer',
      sourceUrl: 'https://www.openstreetmap.org/node/1',
      name: 'Atelier Muster',
      latitude: 47.3701,
      longitude: 8.5401,
      distanceMeters: expect.any(Number),
      city: { id: 'geonames-2657896', slug: 'zurich', name: 'Zurich', countryId: 'CH' },
      address: { street: 'Beispielgasse', houseNumber: '7a', postcode: '8001', locality: 'Zürich' },
      website: 'https://www.atelier-muster.example/kontakt',
      phone: '+41 44 000 00 00',
      email: 'hallo@atelier.example',
      openingHours: 'Mo-Fr 09:00-18:00',
      wheelchair: 'limited',
      changedAt: expect.any(String),
    })
    expect(shop).toMatchObject({ kind: 'photo_shop', website: null, wheelchair: null })
    expect(found).toMatchObject({ order: 'distance', radiusMeters: 25_000, sample: false, next: null })
    expect(found.attributions).toEqual([ATTRIBUTIONS.geonames, ATTRIBUTIONS.openstreetmap])
    const distances = found.photographers.map(({ distanceMeters }) => distanceMeters)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    const first = await ask('getPhotographers', { country_id: 'CH', city_id: 'zurich', limit: '2' })
    const second = await ask('getPhotographers', {
      country_id: 'CH',
      city_id: 'zurich',
      limit: '2',
      after: first.next ?? '',
    })
    expect([...first.photographers, ...second.photographers].map(({ id }) => id)).toEqual(
      found.photographers.map(({ id }) => id),
    )
  })

  test('a sitemap gets its entries', async () => {
    const { slugs, next } = await ask('getCitySlugs', { only: 'indexable' })
    expect(slugs.map(({ countrySlug, slug }) => `${countrySlug}/${slug}`).sort()).toEqual([
      'fiji/somosomo',
      'switzerland/geneve',
      'switzerland/opfikon',
      'switzerland/zurich',
    ])
    expect(next).toBeNull()
    const all = await ask('getCitySlugs')
    expect(all.slugs).toHaveLength(10)
    expect((await ask('getCitySlugs', { country_id: 'united-states' })).slugs).toHaveLength(3)
  })

  testEach([
    ['getCountry', { country_id: 'ZZ' }, 'country_not_found'],
    ['getCountry', { country_id: 'atlantis' }, 'country_not_found'],
    ['getCities', { country_id: 'ZZ' }, 'country_not_found'],
    ['getCity', { country_id: 'DE', city_id: 'zurich' }, 'city_not_found'],
    ['getPhotographers', { country_id: 'CH', city_id: 'geonames-2886242' }, 'city_not_found'],
    ['getCities', { country_id: 'CH', after: 'bm90LWEtY3Vyc29y' }, 'parameter_invalid'],
    ['getCities', { country_id: 'CH', limit: '0' }, 'parameter_invalid'],
    ['getCity', { country_id: 'CH' }, 'parameter_required'],
  ] as const)('%s of %j is %s', async (name, query, code) => {
    const url = `${endpoints[name].path}?${new URLSearchParams(query).toString()}`
    const answer = await door.app.inject({ url })
    expect(errorOf(answer).code).toBe(code)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('answers may be cached; listings for a minute only, so that a removed one disappears soon', async () => {
    const policyOf = async (url: string) => (await door.app.inject({ url })).headers['cache-control']
    expect(await policyOf('/headshots_near_me/countries')).toBe(
      'public, max-age=600, stale-while-revalidate=86400',
    )
    expect(await policyOf('/headshots_near_me/photographers?country_id=CH&city_id=zurich')).toBe(
      'public, max-age=60, stale-while-revalidate=60',
    )
  })
})
