import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { createDirectory } from '#backend/features/directory/directory-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { QUICK_START } from '#tests/support/backend-start.ts'
import { eventually } from '#tests/api/support/backend.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { generateDirectory } from '#tests/support/directory/generate.ts'

const MINUTE_MS = 60_000
const PLACES = 200_000
const LISTINGS = 50_000
const { directoryImports, directoryPlaces, osmPhotographers } = tables

let opened: OpenDatabase
let url: string
let folder: string
before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  url = opened.connection.url
  folder = await mkdtemp(path.join(tmpdir(), 'directory-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await opened.close()
})

async function packed(file: string, as: 'gz' | 'zip'): Promise<string> {
  const target = createWriteStream(`${file}.${as}`)
  if (as === 'gz') await pipeline(createReadStream(file), createGzip(), target)
  else {
    const archive = new ZipFile()
    archive.addBuffer(Buffer.from('Read me first.\n'), 'readme.txt')
    archive.addFile(file, path.basename(file))
    archive.end()
    await pipeline(archive.outputStream, target)
  }
  return `${file}.${as}`
}

function runImport(args: readonly string[]) {
  const environment = { ...process.env, DATABASE: 'postgres', DATABASE_URL: url }
  const child = spawn(process.execPath, [QUICK_START, 'scripts/directory-import.ts', ...args], {
    env: environment,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }))
  return { child, ended }
}

test('an import killed with -9 resumes by the same command, also from gzipped files, and a repeat changes nothing', async () => {
  const count = 6_000
  const files = await generateDirectory(folder, count)
  const report = path.join(folder, 'rejects.txt')
  const args = [
    ...['--countries', files.countries, '--geonames', await packed(files.geonames, 'zip')],
    ...['--alternate-names', await packed(files['alternate-names'], 'gz'), '--osm', files.osm],
    ...['--report', report],
  ]
  const first = runImport(args)
  const reached = async () => {
    const [run] = await opened.database.queries.select().from(directoryImports)
    return run?.step === 'geonames 1' ? run.position : 0
  }
  const position = await eventually(reached, (done) => done >= 1_000, MINUTE_MS)
  first.child.kill('SIGKILL')
  expect((await first.ended).code).toBeNull()
  expect(position).toBeLessThan(count)

  const second = await runImport(args).ended
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Went on with an import') })
  expect(second.output).toContain(`geonames: ${count} read, ${count} added, 0 changed`)
  expect(await opened.database.queries.$count(directoryPlaces)).toBe(count)
  expect(await opened.database.queries.$count(osmPhotographers)).toBe(count / 4)
  const third = await runImport(args).ended
  expect(third).toMatchObject({ code: 0, output: expect.stringContaining('Nothing has changed.') })
  expect(await readFile(report, 'utf8')).toBe('')
})

/** As many as there are towns in the world, and a photographer for every fourth; made by the database itself. */
async function seed(): Promise<void> {
  const { queries } = opened.database
  await queries.execute(sql`truncate directory_countries, directory_places, osm_photographers cascade`)
  await queries.execute(sql`
    insert into directory_countries (id, slug, name, is_sample, population, changed_at)
    select 'A' || chr(64 + n), 'country-' || n, 'Country ' || n, false, 0, now() from generate_series(1, 20) n`)
  await queries.execute(sql`
    insert into directory_places (id, source, country_id, name, names, latitude, longitude, cell, population, slug_base,
      slug, listing_count, changed_at)
    select 'geonames-' || n, 'geonames', 'A' || chr(65 + n % 20), 'Place ' || n,
      jsonb_build_object('de', 'Plätz ' || n, 'it', 'Città ' || n), lat, lon,
      floor((lat + 90) * 4)::int * 1440 + floor((lon + 180) * 4)::int, n % 100000, 'place-' || n,
      'place-' || n, (n % 4 = 0)::int, now()
    from (select n, -55 + (n::bigint * 7919 % 125000) / 1000.0 as lat, -180 + (n::bigint * 104729 % 360000) / 1000.0 as lon
      from generate_series(1, ${sql.raw(String(PLACES))}) n) p`)
  await queries.execute(sql`
    insert into osm_photographers (id, kind, name, latitude, longitude, cell, place_id, changed_at)
    select 'osm-node-' || substr(id, 10), 'photographer', name, latitude, longitude, cell, id, now()
    from directory_places where listing_count > 0`)
  await queries.execute(
    sql`analyze directory_countries, directory_places, osm_photographers, operator_photographers`,
  )
}

const Plan = z.array(z.object({ 'QUERY PLAN': z.unknown() }))

test('with 200,000 places and 50,000 listings no read scans a table', async () => {
  await seed()
  expect(await opened.database.queries.$count(osmPhotographers)).toBe(LISTINGS)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const asked: { text: string; params: unknown[] }[] = []
  const logger = { logQuery: (text: string, params: unknown[]) => void asked.push({ text, params }) }
  const queries = drizzle({ client: pool, schema: tables, logger })
  const directory = createDirectory({ database: { ...opened.database, queries } })
  const { next } = await directory.cities({ country_id: 'AB' })
  const { next: slugsNext } = await directory.citySlugs({})
  if (next === null || slugsNext === null) throw new Error('one page holds all')
  const city = { country_id: countryOf(100), city_id: 'place-100' }
  await directory.countries({})
  await directory.country({ country_id: 'country-3' })
  await directory.cities({ country_id: 'AB', after: next })
  await directory.cities({ country_id: 'AE', only: 'listed', after: next })
  await directory.citySlugs({ after: slugsNext })
  await directory.citySlugs({ only: 'indexable', after: slugsNext })
  await directory.citySlugs({ country_id: 'AB', after: slugsNext })
  await directory.city(city)
  await directory.city({ ...city, city_id: 'geonames-100' })
  const { places } = await directory.search({ text: 'plaetz 1999', locale: 'de' })
  expect(places[0]?.name).toMatch(/^Plätz 1999/)
  const { photographers } = await directory.photographers(city)
  expect(photographers.length).toBeGreaterThan(0)
  for await (const part of directory.extract()) if (part.length > 0) break

  expect(asked.length).toBeGreaterThan(15)
  const scannedAtAll = new Set<string | undefined>()
  for (const { text, params } of asked) {
    const { rows } = await pool.query({ text: `explain (format json) ${text}`, values: params })
    const plan = JSON.stringify(Plan.parse(rows))
    const scanned = [...plan.matchAll(/"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map((match) => match[1])
    scanned.forEach((name) => scannedAtAll.add(name))
    // Countries are few, and read whole; what operators add is empty here.
    const large = scanned.filter(
      (name) => name !== 'directory_countries' && name !== 'operator_photographers',
    )
    expect({ text, large }).toEqual({ text, large: [] })
  }
  await pool.end()
  expect(scannedAtAll).toContain('directory_countries')
})

const countryOf = (n: number) => `A${String.fromCharCode(65 + (n % 20))}`
