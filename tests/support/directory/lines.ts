/** Lines in the formats GeoNames publishes. https://download.geonames.org/export/dump/readme.txt */

export interface PlaceLine {
  number: number
  name: string
  asciiName?: string
  latitude: number | string
  longitude: number | string
  country: string
  region?: string
  population?: number | string
  featureClass?: string
  featureCode?: string
}

/** A line of cities500.txt, without its end. */
export function placeLine(place: PlaceLine): string {
  const { number, name, latitude, longitude, country, region = '00', population = 1_000 } = place
  const { asciiName = name, featureClass = 'P', featureCode = 'PPL' } = place
  const codes = [country, '', region, '', '', '']
  const rest = [population, '', 400, 'Europe/Zurich', '2025-01-31']
  return [
    number,
    name,
    asciiName,
    '',
    latitude,
    longitude,
    featureClass,
    featureCode,
    ...codes,
    ...rest,
  ].join('\t')
}

/** A line of countryInfo.txt. */
export function countryLine(id: string, name: string, population: number, geonameId: number): string {
  const fields = [
    id,
    `${id}X`,
    0,
    '',
    name,
    '',
    0,
    population,
    'EU',
    `.${id.toLowerCase()}`,
    'EUR',
    'Euro',
    '41',
  ]
  return [...fields, '', '', '', geonameId, '', ''].join('\t')
}

/** A line of alternateNamesV2.txt; `flags` are preferred, short, colloquial, historic. */
export function nameLine(number: number, place: number, language: string, name: string, flags = ''): string {
  const has = (flag: string) => (flags.includes(flag) ? '1' : '')
  return [number, place, language, name, has('p'), has('s'), has('c'), has('h'), '', ''].join('\t')
}
