import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { asc, eq, sql } from 'drizzle-orm'
import type { SourceFile } from '#backend/features/directory/import/load.ts'
import { importDirectory } from '#backend/features/directory/import/run.ts'
import { createDirectory } from '#backend/features/directory/directory-service.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { DATABASES, type OpenDatabase } from '../ports/support/databases.ts'
import { countryLine, nameLine, placeLine } from '../support/directory/lines.ts'
import {
  COUNTRIES,
  CSV,
  ELEMENTS,
  PLACES,
  lines,
  overpass,
  smallDirectory,
  sourceOf,
} from '../support/directory/sources.ts'

const { directoryCountries, directoryImports, directoryPlaces, osmPhotographers, operatorPhotographers } =
  tables

describeEach(DATABASES)('%s', (_name, open) => {
  let opened: OpenDatabase
  let database: Database
  before(async () => {
    opened = await open()
    ;({ database } = opened)
  })
  after(() => opened.close())
  beforeEach(() =>
    database.queries.execute(sql`
      truncate ${directoryCountries}, ${directoryPlaces}, ${osmPhotographers}, ${operatorPhotographers},
        ${directoryImports} cascade`),
  )

  async function load(
    files: readonly SourceFile[],
    more: { allowsRemovals?: boolean; signal?: AbortSignal } = {},
  ) {
    const report = await importDirectory({ database }, { files, ...more })
    const rejects: string[] = []
    for await (const { file, line, reason } of report.rejects()) rejects.push(`${file}:${line}: ${reason}`)
    return { ...report, rejects }
  }
  /** Every row of the directory. */
  const rows = async () => ({
    countries: await database.queries.select().from(directoryCountries).orderBy(asc(directoryCountries.id)),
    places: await database.queries.select().from(directoryPlaces).orderBy(asc(directoryPlaces.id)),
    osm: await database.queries.select().from(osmPhotographers).orderBy(asc(osmPhotographers.id)),
    operator: await database.queries
      .select()
      .from(operatorPhotographers)
      .orderBy(asc(operatorPhotographers.id)),
  })

  test('importing the same files again changes nothing, and is reported so', async () => {
    const first = await load(smallDirectory())
    expect(first).toMatchObject({ hasChanged: true, isResumed: false, unplaced: 1 })
    expect(first.counts).toMatchObject({
      countries: { added: 6, skipped: 2 },
      geonames: { read: 10, added: 10, rejected: 0 },
      'alternate-names': { read: 13, changed: 3 },
      osm: { read: 5, added: 5, trimmed: 1 },
      csv: { added: 1 },
    })
    expect(first.rejects).toEqual(['overpass.json:2: taken without website, wheelchair'])
    const before = await rows()
    const second = await load(smallDirectory())
    expect(second).toMatchObject({ hasChanged: false, isResumed: false })
    expect(await rows()).toEqual(before)
  })

  test('invalid rows are rejected by line and reason, and the rest is imported', async () => {
    const zurich = PLACES[0] ?? ''
    const places = [
      Buffer.from(`\uFEFF${zurich}\r\n`),
      Buffer.from('one\ttwo\tthree\n'),
      Buffer.from(
        `${placeLine({ number: 2, name: 'Zürich', latitude: 1, longitude: 2, country: 'CH' })}\n`,
        'latin1',
      ),
      Buffer.from(
        `${placeLine({ number: 3, name: 'x'.repeat(100_000), latitude: 1, longitude: 2, country: 'CH' })}\n`,
      ),
      Buffer.from(
        `${placeLine({ number: 4, name: 'y'.repeat(300), latitude: 1, longitude: 2, country: 'CH' })}\n`,
      ),
      Buffer.from(`${zurich}\n`),
      Buffer.from(`${placeLine({ number: 5, name: 'North', latitude: 95, longitude: 2, country: 'CH' })}\n`),
      Buffer.from(`${placeLine({ number: 6, name: 'Nowhere', latitude: 1, longitude: 2, country: 'QX' })}\n`),
      Buffer.from(
        `${placeLine({ number: 7, name: 'Many', latitude: 1, longitude: 2, country: 'CH', population: '1e9' })}\n`,
      ),
      Buffer.from(
        `${placeLine({ number: 8, name: 'Section', latitude: 1, longitude: 2, country: 'CH', featureCode: 'PPLX' })}\n`,
      ),
      Buffer.from(
        `${placeLine({ number: 9, name: 'Lake', latitude: 1, longitude: 2, country: 'CH', featureClass: 'H' })}\n`,
      ),
      Buffer.from('\n'),
      Buffer.from(
        placeLine({ number: 10, name: "O'Brien’s Bridge", latitude: 1, longitude: 2, country: 'CH' }),
      ),
    ]
    const elements = [
      { type: 'way', id: 1, tags: { craft: 'photographer', name: 'No centre' } },
      { type: 'node', id: 2, lat: 47.4, lon: 8.5, tags: { craft: 'photographer' } },
      { type: 'node', id: 3, lat: 47.4, lon: 8.5, tags: { craft: 'baker', name: 'Bread' } },
      { type: 'node', id: 4, lat: 47.4, lon: 8.5, tags: { 'disused:craft': 'photographer', name: 'Gone' } },
      { type: 'node', id: 5, lat: 0, lon: 0, tags: { craft: 'photographer', name: 'Null Island' } },
      { type: 'node', id: -6, lat: 47.4, lon: 8.5, tags: { craft: 'photographer', name: 'Unsaved' } },
      { type: 'node', id: 7, lat: 47.4, lon: 8.5, tags: { craft: 'photographer', name: 'Good' } },
      { type: 'node', id: 7, lat: 47.4, lon: 8.5, tags: { craft: 'photographer', name: 'Good again' } },
      'text',
    ].filter((element) => typeof element === 'object')
    const csv = [CSV[0] ?? '', 'b-1,"open quote,47,8', 'b 2,Bad id,47,8,,,,,,,,,,'].join('\n')
    const { rejects, counts } = await load([
      sourceOf(
        'countries',
        lines([...COUNTRIES, 'CHE\tSwiss', countryLine('CH', 'Again', 1, 2)]),
        'countryInfo.txt',
      ),
      sourceOf('geonames', Buffer.concat(places), 'cities500.txt'),
      sourceOf('alternate-names', lines([nameLine(1, 10, 'de', '---'), 'x\ty']), 'names.txt'),
      sourceOf('osm', overpass(elements), 'overpass.json'),
      sourceOf('csv', csv, 'own.csv'),
    ])
    expect(rejects).toEqual([
      'cities500.txt:2: 3 fields, not 19',
      'cities500.txt:3: not UTF-8',
      'cities500.txt:4: longer than 65536 bytes',
      'cities500.txt:5: no name',
      'cities500.txt:6: repeats geonames-2657896',
      'cities500.txt:7: no position on Earth',
      'cities500.txt:8: country QX is not known',
      'cities500.txt:9: population is no number',
      'countryInfo.txt:9: 2 fields, not 19',
      'countryInfo.txt:10: repeats country-CH',
      'names.txt:1: no name',
      'names.txt:2: 2 fields, not 10',
      'overpass.json:1: no centre: ask Overpass for `out center`',
      'overpass.json:2: no name',
      'overpass.json:5: no position on Earth',
      'overpass.json:6: no element: id',
      'overpass.json:8: repeats osm-node-7',
      expect.stringMatching(/^own\.csv:\d: .*quote/i),
    ])
    expect(counts['geonames']).toMatchObject({ read: 13, added: 2, rejected: 8, skipped: 3 })
    const held = await rows()
    expect(held.places.map(({ slug }) => slug)).toEqual(['obriens-bridge', 'zurich'])
    expect(held.osm.map(({ name }) => name)).toEqual(['Good'])
    expect(held.operator).toEqual([])
  })

  test('a killed import resumes where it stopped, with the result of one that was never killed', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) =>
      placeLine({
        number: 5_000 + n,
        name: `Dorf ${n % 700}`,
        latitude: 40 + n / 500,
        longitude: 8,
        country: 'CH',
      }),
    )
    const files = () => [
      sourceOf('countries', lines(COUNTRIES)),
      sourceOf('geonames', lines([...PLACES, ...many])),
      sourceOf('osm', overpass(ELEMENTS)),
    ]
    let batches = 0
    const attempt = async (): Promise<boolean> => {
      const controller = new AbortController()
      const kill = batches++
      let seen = 0
      try {
        const onProgress = () => {
          if (seen++ === 1 + (kill % 3)) controller.abort()
        }
        const report = await importDirectory(
          { database },
          { files: files(), signal: controller.signal, onProgress },
        )
        expect(report.isResumed).toBe(true)
        return true
      } catch (error) {
        expect(error).toBe(controller.signal.reason)
        return false
      }
    }
    while (!(await attempt())) expect(batches).toBeLessThan(40)
    expect(batches).toBeGreaterThan(3)
    const [run] = await database.queries.select().from(directoryImports)
    expect(run).toMatchObject({
      state: 'finished',
      counts: { geonames: { read: 2_510, added: 2_510, rejected: 0 }, osm: { read: 5, added: 5 } },
    })
    const { places } = await rows()
    expect(places).toHaveLength(2_510)
    expect(new Set(places.map(({ slug }) => slug)).size).toBe(2_510)
    expect((await load(files())).hasChanged).toBe(false)
  })

  test('rows that left their source go: listings are deleted, places withdrawn and restored when they return', async () => {
    await load(smallDirectory())
    const slugsOf = async () =>
      (await createDirectory({ database }).citySlugs({})).slugs.map(({ slug }) => slug)
    const without = [
      sourceOf('geonames', lines(PLACES.filter((line) => !line.includes('Opfikon')))),
      sourceOf('osm', overpass(ELEMENTS.slice(1))),
      sourceOf('csv', lines(CSV.slice(0, 1))),
    ]
    const { counts } = await load(without)
    expect(counts).toMatchObject({ geonames: { removed: 1 }, osm: { removed: 1 }, csv: { removed: 1 } })
    expect(await slugsOf()).not.toContain('opfikon')
    const zurich = await createDirectory({ database }).photographers({ country_id: 'CH', city_id: 'zurich' })
    // The shop beside the withdrawn place is nearest to the next one.
    expect(zurich.photographers.map(({ id, city }) => [id, city.slug])).toEqual([['osm-way-2', 'zurich']])
    await load(smallDirectory())
    expect(await slugsOf()).toContain('opfikon')
    const back = await createDirectory({ database }).photographers({ country_id: 'CH', city_id: 'opfikon' })
    expect(back.photographers.map(({ id }) => id)).toContain('osm-way-2')
  })

  test('a published address stays, even when its place is renamed or others come', async () => {
    await load(smallDirectory())
    const bigger = placeLine({
      number: 1,
      name: 'Springfield',
      latitude: 44,
      longitude: -123,
      country: 'US',
      region: 'OR',
      population: 9_000_000,
    })
    const renamed = PLACES.map((line) => line.replace('Opfikon', 'Glattbrugg'))
    await load([sourceOf('geonames', lines([...renamed, bigger]))])
    const { places } = await rows()
    const slugOf = (id: string) => places.find((place) => place.id === id)?.slug
    expect(slugOf('geonames-4409896')).toBe('springfield')
    expect(slugOf('geonames-1')).toBe('springfield-or')
    expect(places.find(({ id }) => id === 'geonames-2659667')).toMatchObject({
      name: 'Glattbrugg',
      slug: 'opfikon',
    })
  })

  test('a file that lacks many rows removes none unless that is allowed', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({
      type: 'node',
      id: 100 + n,
      lat: 47.3,
      lon: 8.5,
      tags: { craft: 'photographer', name: `Studio ${n}` },
    }))
    const places = [sourceOf('countries', lines(COUNTRIES)), sourceOf('geonames', lines(PLACES))]
    await load([...places, sourceOf('osm', overpass(many))])
    const few = [sourceOf('osm', overpass(many.slice(50)))]
    await expect(load(few)).rejects.toThrow('50 of 100 rows from openstreetmap')
    expect(await database.queries.$count(osmPhotographers)).toBe(100)
    const { counts, isResumed } = await load(few, { allowsRemovals: true })
    expect({ isResumed, removed: counts['osm']?.removed }).toEqual({ isResumed: true, removed: 50 })
    expect(await database.queries.$count(osmPhotographers)).toBe(50)
  })

  testEach([
    ['cut off by the server', overpass(ELEMENTS, { remark: 'runtime error: Query timed out' }), 'cut off'],
    ['cut off on the way', overpass(ELEMENTS).slice(0, -40), ''],
    ['no JSON', '<html>429 Too Many Requests</html>', ''],
    ['of another shape', '{"features":[]}', 'no elements'],
  ])('an answer %s removes no listing', async (_what, content, reason) => {
    await load(smallDirectory())
    await expect(load([sourceOf('osm', content)])).rejects.toThrow(reason)
    expect(await database.queries.$count(osmPhotographers)).toBe(5)
    // An unfinished import is abandoned for the next one.
    expect(await load(smallDirectory())).toMatchObject({ isResumed: false, hasChanged: false })
  })

  testEach([
    ['lacks a column', 'id,name\na,b\n', 'lacks latitude, longitude'],
    ['has an unknown one', 'id,name,latitude,longitude,price\na,b,1,2,3\n', 'unknown columns: price'],
  ])('a table whose header %s is refused', async (_what, content, reason) => {
    await expect(load([sourceOf('csv', content)])).rejects.toThrow(reason)
  })

  test('an import that another has taken over stops, and none of its rows is written', async () => {
    const ahead = load(smallDirectory())
    const files = [sourceOf('countries', lines(COUNTRIES.slice(0, 3)))]
    const results = await Promise.allSettled([ahead, load(files)])
    expect(results.filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0)
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('another import has begun')
    }
    const running = await database.queries
      .select()
      .from(directoryImports)
      .where(eq(directoryImports.state, 'running'))
    expect(running).toEqual([])
  })
})
