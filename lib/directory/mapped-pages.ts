import 'server-only'
import type { MappedPage, SitemapKind } from '#lib/seo/sitemap.ts'
import { FIXED_PATHS } from '#lib/seo/sitemap.ts'
import { DIRECTORY_PATH, directoryPath } from './paths.ts'
import { readCountrySlugs, readIndexedCities } from './read.ts'

/** Pages of a kind that search engines may show; pages that are not to be indexed are absent. @throws CallError */
export async function readMappedPages(kind: SitemapKind): Promise<MappedPage[]> {
  if (kind === 'pages') return FIXED_PATHS.map((path) => ({ path }))
  if (kind === 'cities') {
    const cities = await readIndexedCities()
    return cities.map(({ countrySlug, slug, changedAt }) => ({
      path: directoryPath(countrySlug, slug),
      changedAt,
    }))
  }
  const countries = (await readCountrySlugs()).filter(({ indexable }) => indexable)
  if (countries.length === 0) return []
  const latest = countries
    .map(({ changedAt }) => changedAt)
    .toSorted()
    .at(-1)
  return [
    { path: DIRECTORY_PATH, ...(latest === undefined ? {} : { changedAt: latest }) },
    ...countries.map(({ slug, changedAt }) => ({ path: directoryPath(slug), changedAt })),
  ]
}
