import 'server-only'
import { readCitiesAhead } from '#lib/env.ts'
import { readCountrySlugs, readIndexedCities } from './read.ts'

/**
 * The pages the build makes, as far as the backend answers while it runs; none where it is away. Their languages are
 * the layout's affair.
 */
export async function pagesOfBuild(): Promise<{ place: string[] }[]> {
  try {
    const [countries, cities] = await Promise.all([readCountrySlugs(), readIndexedCities()])
    return [
      { place: [] },
      ...countries.filter(({ indexable }) => indexable).map(({ slug }) => ({ place: [slug] })),
      ...cities.slice(0, readCitiesAhead()).map(({ countrySlug, slug }) => ({ place: [countrySlug, slug] })),
    ]
  } catch {
    return []
  }
}
