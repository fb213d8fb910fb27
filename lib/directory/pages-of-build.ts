import 'server-only'
import { readCountrySlugs, readIndexedCities } from './read.ts'

/** So many cities are made ahead; a crawler makes the others as it comes by. */
const CITIES_MADE_AHEAD = 100

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
      ...cities.slice(0, CITIES_MADE_AHEAD).map(({ countrySlug, slug }) => ({ place: [countrySlug, slug] })),
    ]
  } catch {
    return []
  }
}
