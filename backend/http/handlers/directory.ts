import type { correctionEndpoints } from '#contract/directory-corrections.ts'
import type { directoryEndpoints } from '#contract/directory.ts'
import type { Corrections } from '#backend/features/directory/corrections.ts'
import type { Directory } from '#backend/features/directory/service.ts'
import type { HandlersOf } from '#backend/http/call.ts'

export interface DirectoryFeatures {
  directory: Directory
  corrections: Corrections
}

export function createDirectoryHandlers({
  directory,
  corrections,
}: DirectoryFeatures): HandlersOf<typeof directoryEndpoints & typeof correctionEndpoints> {
  return {
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
  }
}
