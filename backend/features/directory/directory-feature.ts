import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createCorrections } from './corrections.ts'
import { createDirectory } from './directory-service.ts'

export function directoryFeature(deps: FeatureDeps) {
  const directory = createDirectory(deps)
  const corrections = createCorrections(deps)
  return {
    handlers: {
      getCountries: ({ query }) => directory.countries(query),
      getCountry: ({ query }) => directory.country(query),
      searchPlaces: ({ query }) => directory.search(query),
      getCountrySlugs: () => directory.countrySlugs(),
      getCities: ({ query }) => directory.cities(query),
      getCity: ({ query }) => directory.city(query),
      getCitySlugs: ({ query }) => directory.citySlugs(query),
      getPhotographers: ({ query }) => directory.photographers(query),
      requestCorrection: ({ body }) => corrections.request(body),
      confirmCorrection: ({ body }) => corrections.confirm(body.token),
      getOpenStreetMapExtract: () => Promise.resolve(directory.extract()),
    },
    work: () => ({
      reconcile: { corrections: (round) => corrections.reconcile(round) },
    }),
  } satisfies Feature
}
