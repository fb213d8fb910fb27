import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SourceFile, SourceKind } from '#backend/features/directory/import/load.ts'
import { countryLine, nameLine, placeLine } from './lines.ts'

/** A file that was never on a disk; read in pieces that end anywhere. */
export function sourceOf(kind: SourceKind, content: string | Buffer, name = `${kind}.txt`): SourceFile {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, n) =>
    bytes.subarray(n * 997, (n + 1) * 997),
  )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { kind, name, sha256, open: () => Readable.from(pieces) }
}

export const COUNTRIES = [
  '# GeoNames.org Country Information',
  '#ISO\tISO3\tISO-Numeric\tfips\tCountry',
  countryLine('CH', 'Switzerland', 8_516_543, 2_658_434),
  countryLine('DE', 'Germany', 82_927_922, 2_921_044),
  countryLine('FJ', 'Fiji', 883_483, 2_205_218),
  countryLine('IT', 'Italy', 60_431_283, 3_175_395),
  countryLine('NL', 'The Netherlands', 17_231_017, 2_750_405),
  countryLine('US', 'United States', 327_167_434, 6_252_001),
]

const ZURICH = { number: 2_657_896, name: 'Zürich', asciiName: 'Zurich', latitude: 47.36667, longitude: 8.55 }
export const PLACES = [
  placeLine({ ...ZURICH, country: 'CH', region: 'ZH', population: 341_730, featureCode: 'PPLA' }),
  placeLine({
    number: 2_660_646,
    name: 'Genève',
    asciiName: 'Geneve',
    latitude: 46.20222,
    longitude: 6.14569,
    country: 'CH',
    region: 'GE',
    population: 183_981,
    featureCode: 'PPLA',
  }),
  placeLine({
    number: 2_659_667,
    name: 'Opfikon',
    latitude: 47.43169,
    longitude: 8.57587,
    country: 'CH',
    region: 'ZH',
    population: 13_348,
  }),
  placeLine({
    number: 2_886_242,
    name: 'Köln',
    asciiName: 'Koeln',
    latitude: 50.93333,
    longitude: 6.95,
    country: 'DE',
    region: '07',
    population: 963_395,
  }),
  placeLine({
    number: 3_175_121,
    name: "L'Aquila",
    latitude: 42.3505,
    longitude: 13.39954,
    country: 'IT',
    region: '01',
    population: 68_503,
  }),
  // Three of one name, the most populous of them last.
  placeLine({
    number: 4_250_542,
    name: 'Springfield',
    latitude: 39.80172,
    longitude: -89.64371,
    country: 'US',
    region: 'IL',
    population: 116_565,
  }),
  placeLine({
    number: 4_951_788,
    name: 'Springfield',
    latitude: 42.10148,
    longitude: -72.58981,
    country: 'US',
    region: 'MA',
    population: 154_341,
  }),
  placeLine({
    number: 4_409_896,
    name: 'Springfield',
    latitude: 37.21533,
    longitude: -93.29824,
    country: 'US',
    region: 'MO',
    population: 166_810,
  }),
  // On both sides of the date line.
  placeLine({ number: 9_000_001, name: 'Somosomo', latitude: -16.77, longitude: 179.97, country: 'FJ' }),
  placeLine({ number: 9_000_002, name: 'Naselesele', latitude: -16.7, longitude: -179.95, country: 'FJ' }),
]

export const NAMES = [
  nameLine(1, 2_660_646, 'en', 'Geneva', 'p'),
  nameLine(2, 2_660_646, 'de', 'Genf'),
  nameLine(3, 2_660_646, 'it', 'Ginevra'),
  nameLine(4, 2_660_646, 'es', 'Ginebra'),
  nameLine(5, 2_657_896, 'en', 'Zurich'),
  nameLine(6, 2_657_896, 'it', 'Turigo', 'h'),
  nameLine(7, 2_657_896, 'it', 'Zurigo', 'p'),
  nameLine(8, 2_886_242, 'en', 'Kolle', 'c'),
  nameLine(9, 2_886_242, 'en', 'Koeln'),
  nameLine(10, 2_886_242, 'en', 'Cologne', 'p'),
  nameLine(11, 2_886_242, 'link', 'https://en.wikipedia.org/wiki/Cologne'),
  nameLine(12, 2_886_242, 'post', '50667'),
  nameLine(13, 77, 'en', 'Of a place that is not here'),
]

const node = (id: number, lat: number, lon: number, tags: Record<string, string>) => ({
  type: 'node',
  id,
  lat,
  lon,
  tags: { craft: 'photographer', ...tags },
})
export const ELEMENTS: object[] = [
  node(1, 47.3701, 8.5401, {
    name: 'Atelier Muster',
    website: 'www.atelier-muster.example/kontakt',
    phone: '+41 44 000 00 00;+41 79',
    'addr:street': 'Beispielgasse',
    'addr:housenumber': '7a',
    'addr:postcode': '8001',
    'addr:city': 'Zürich',
    opening_hours: 'Mo-Fr 09:00-18:00',
    wheelchair: 'limited',
    'contact:email': 'mailto:hallo@atelier.example',
  }),
  {
    type: 'way',
    id: 2,
    center: { lat: 47.4317, lon: 8.5759 },
    nodes: [1, 2, 3],
    tags: { shop: 'photo', name: 'Foto  Beispiel', website: 'javascript:alert(1)', wheelchair: 'perhaps' },
  },
  node(3, 46.2, 6.14, { name: 'Photo Exemple', 'contact:website': 'http://exemple.example' }),
  node(4, -16.72, 179.99, { name: 'Date Line Pictures' }),
  // No inhabited place lies within 25 km.
  node(5, 0.5, -150, { name: 'Lost at Sea' }),
]

export const overpass = (elements: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    version: 0.6,
    generator: 'Overpass API 0.7.62',
    osm3s: { timestamp_osm_base: '2025-01-31T00:00:00Z' },
    elements,
    ...more,
  })

export const CSV = [
  'id,name,latitude,longitude,kind,website,phone,email,opening_hours,street,house_number,postcode,locality,wheelchair',
  'a-1,"Porträt, Licht & Co",47.3667,8.5501,,https://portraet.example,,post@portraet.example,,Musterweg,1,8000,Zürich,yes',
]

export const lines = (rows: readonly string[]) => `${rows.join('\n')}\n`

/** A small directory in the formats of its sources. */
export const smallDirectory = () => [
  sourceOf('countries', lines(COUNTRIES), 'countryInfo.txt'),
  sourceOf('geonames', lines(PLACES), 'cities500.txt'),
  sourceOf('alternate-names', lines(NAMES), 'alternateNamesV2.txt'),
  sourceOf('osm', overpass(ELEMENTS), 'overpass.json'),
  sourceOf('csv', lines(CSV), 'own.csv'),
]
