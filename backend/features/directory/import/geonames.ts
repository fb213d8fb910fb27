import { Locale } from '#contract/locales.ts'
import { cellOf } from '../place-grid.ts'
import { foldToSlug, slugBaseOf } from '../slug.ts'
import type { Parsed } from './records.ts'
import { NAME_MAX_LENGTH, cleanLine, readPosition } from './texts.ts'

export interface GivenCountry {
  id: string
  name: string
  population: number
  slugBase: string
}

export interface GivenPlace {
  id: string
  countryId: string
  region: string | null
  name: string
  latitude: number
  longitude: number
  cell: number
  population: number
  slugBase: string
}

export interface GivenName {
  placeId: string
  locale: Locale
  name: string
  rank: number
  number: number
}

/** Sections of a place, and places that are no more. */
const NO_TOWNS: ReadonlySet<string> = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
const GEONAME_ID = /^[1-9]\d{0,9}$/
const COUNT = /^\d{1,12}$/

/**
 * A line of countryInfo.txt.
 * @see https://download.geonames.org/export/dump/readme.txt
 */
export function parseCountry(line: string): Parsed<GivenCountry> {
  if (/^\uFEFF?(?:#|\s*$)/.test(line)) return 'skip'
  const fields = line.split('\t')
  if (fields.length < 17) return { reject: `${fields.length} fields, not 19` }
  const [id = '', , , , rawName = '', , , population = ''] = fields
  if (!/^[A-Z]{2}$/.test(id)) return { reject: 'no ISO code of two letters' }
  const name = cleanLine(rawName, NAME_MAX_LENGTH)
  if (name === undefined) return { reject: 'no name' }
  const slugBase = foldToSlug(name.replace(/^the /i, '')) ?? `country-${id.toLowerCase()}`
  return { value: { id, name, population: COUNT.test(population) ? Number(population) : 0, slugBase } }
}

/**
 * A line of cities500.txt, cities15000.txt, allCountries.txt or a country's file.
 * @see https://download.geonames.org/export/dump/readme.txt
 */
export function parsePlace(line: string): Parsed<GivenPlace> {
  if (line === '') return 'skip'
  const fields = line.replace(/^\uFEFF/, '').split('\t')
  if (fields.length !== 19) return { reject: `${fields.length} fields, not 19` }
  const [number = '', rawName = '', rawAscii = '', , latitude, longitude, featureClass, featureCode = ''] =
    fields
  if (!GEONAME_ID.test(number)) return { reject: 'no number' }
  if (featureClass !== 'P' || NO_TOWNS.has(featureCode)) return 'skip'
  const [countryId = '', region = '', population = ''] = [fields[8], fields[10], fields[14]]
  const name = cleanLine(rawName, NAME_MAX_LENGTH)
  if (name === undefined) return { reject: 'no name' }
  const position = readPosition(latitude, longitude)
  if (!position) return { reject: 'no position on Earth' }
  if (!/^[A-Z]{2}$/.test(countryId)) return { reject: 'no country' }
  if (population !== '' && !COUNT.test(population)) return { reject: 'population is no number' }
  const id = `geonames-${number}`
  return {
    value: {
      id,
      countryId,
      name,
      ...position,
      region: /^\w{1,20}$/.test(region) && region !== '00' ? region : null,
      cell: cellOf(position),
      population: Number(population),
      slugBase: slugBaseOf({ id, name, asciiName: rawAscii }),
    },
  }
}

/**
 * A line of alternateNamesV2.txt: historic and colloquial names are skipped.
 * @see https://download.geonames.org/export/dump/readme.txt
 */
export function parseAlternateName(line: string): Parsed<GivenName> {
  if (line === '') return 'skip'
  const fields = line.replace(/^\uFEFF/, '').split('\t')
  // The last two fields, years, are missing where they are unknown.
  if (fields.length < 8 || fields.length > 10) return { reject: `${fields.length} fields, not 10` }
  const [number = '', place = '', language, rawName = '', preferred, short, colloquial, historic] = fields
  if (!GEONAME_ID.test(number) || !GEONAME_ID.test(place)) return { reject: 'no number' }
  const locale = Locale.safeParse(language)
  if (!locale.success || colloquial === '1' || historic === '1') return 'skip'
  const name = cleanLine(rawName, NAME_MAX_LENGTH)
  if (name === undefined) return { reject: 'no name' }
  const rank = preferred === '1' ? 0 : short === '1' ? 2 : 1
  return {
    value: { placeId: `geonames-${place}`, locale: locale.data, name, rank, number: Number(number) },
  }
}
