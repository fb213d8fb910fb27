import type { Feature, FeatureDeps } from '#backend/features/feature.ts'
import { createCorrections } from './corrections.ts'
import { createDirectory } from './directory-service.ts'

export function directoryFeature(deps: FeatureDeps) {
  const directory = createDirectory(deps)
  const corrections = createCorrections(deps)
  return {
    handlers: {
      getCountries: ({ locale }) => directory.countries({ locale }),
      getCountry: ({ query, locale }) => directory.country({ ...query, locale }),
      searchPlaces: ({ query, locale }) => directory.search({ ...query, locale }),
      getCountrySlugs: () => directory.countrySlugs(),
      getCities: ({ query, locale }) => directory.cities({ ...query, locale }),
      getCity: ({ query, locale }) => directory.city({ ...query, locale }),
      getCitySlugs: ({ query }) => directory.citySlugs(query),
      getPhotographers: ({ query, locale }) => directory.photographers({ ...query, locale }),
      requestCorrection: ({ body, locale }) => corrections.request({ ...body, locale }),
      confirmCorrection: ({ body }) => corrections.confirm(body.token),
      getOpenStreetMapExtract: () => Promise.resolve(directory.extract()),
    },
    work: () => ({
      reconcile: { corrections: (round) => corrections.reconcile(round) },
    }),
  } satisfies Feature
}
