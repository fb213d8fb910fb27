/**
 * Writes files of any size for the importer: `node tests/support/directory/generate.ts FOLDER PLACES`. The same numbers
 * make the same files.
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countryLine, nameLine, placeLine } from './lines.ts'

const COUNTRIES = ['CH', 'DE', 'FR', 'IT', 'ES', 'AT', 'GB', 'US'] as const
const SYLLABLES = [
  'al',
  'pen',
  'licht',
  'berg',
  'see',
  'tal',
  'ried',
  'hof',
  'wil',
  'au',
  'stein',
  'brück',
] as const
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const
/** Every so many places have a photographer. */
const LISTED_EVERY = 4

/** Numbers from 0 to 1, always the same. @see https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
function createRandom(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function* generatedPlaces(count: number) {
  const random = createRandom(20_250_131)
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? ''
  for (let n = 0; n < count; n++) {
    const word = `${syllable()}${syllable()}${syllable()}`
    yield {
      number: 100_000_000 + n,
      name: word.charAt(0).toUpperCase() + word.slice(1),
      latitude: Number((-55 + 125 * random()).toFixed(5)),
      longitude: Number((-180 + 360 * random()).toFixed(5)),
      country: COUNTRIES[n % COUNTRIES.length] ?? 'CH',
      population: Math.floor(500 / (random() + 0.0005)),
    }
  }
}

function* placesFile(count: number) {
  for (const place of generatedPlaces(count)) yield `${placeLine(place)}\n`
}

function* namesFile(count: number) {
  let number = 1
  for (const place of generatedPlaces(count)) {
    const language = LANGUAGES[place.number % LANGUAGES.length] ?? 'en'
    yield `${nameLine(number++, place.number, language, `${place.name} (${language})`)}\n`
  }
}

function* overpassFile(count: number) {
  yield '{"version":0.6,"generator":"generated","osm3s":{},"elements":[\n'
  let isFirst = true
  for (const { number, name, latitude, longitude } of generatedPlaces(count)) {
    if (number % LISTED_EVERY !== 0) continue
    const tags = {
      craft: 'photographer',
      name: `Studio ${name} ${number}`,
      website: `https://studio-${number}.example/`,
    }
    const element = { type: 'node', id: number, lat: latitude, lon: longitude, tags }
    yield `${isFirst ? '' : ',\n'}${JSON.stringify(element)}`
    isFirst = false
  }
  yield '\n]}\n'
}

/** What the importer is called with for a directory of so many places, a quarter of them with a listing. */
export async function generateDirectory(folder: string, count: number) {
  await mkdir(folder, { recursive: true })
  const write = async (name: string, lines: Iterable<string>) => {
    const file = path.join(folder, name)
    await pipeline(Readable.from(lines), createWriteStream(file))
    return file
  }
  const countries = COUNTRIES.map(
    (id, index) => `${countryLine(id, `Country ${id}`, 1_000_000, 10 + index)}\n`,
  )
  return {
    countries: await write('countryInfo.txt', countries),
    geonames: await write('cities500.txt', placesFile(count)),
    'alternate-names': await write('alternateNamesV2.txt', namesFile(count)),
    osm: await write('overpass.json', overpassFile(count)),
  }
}

if (import.meta.main) {
  const [folder = '.', count = '20000'] = process.argv.slice(2)
  const files = await generateDirectory(folder, Number(count))
  console.log(
    Object.entries(files)
      .map(([kind, file]) => `--${kind} ${file}`)
      .join(' '),
  )
}
