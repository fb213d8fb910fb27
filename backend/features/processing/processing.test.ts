import { test } from 'node:test'
import { expect } from 'expect'
import { companiesOf, makerOf, sayKept } from '#contract/processing.ts'
import type { EngineProfile } from '#backend/providers/engine/engine-port.ts'
import { testEach } from '#tests/support/each.ts'
import { processingOf, type StoragePlace } from './processing.ts'

const engineIn = (region: EngineProfile['where']['region'], subProcessor: string | null): EngineProfile => ({
  name: 'engine',
  can: {
    generates: false,
    trains: true,
    references: 0,
    sizes: { least: 512, most: 1024, step: 64 },
    inFlight: null,
  },
  where: { region, subProcessor, keeps: { selfies: 0, models: 'until_deleted', pictures: 1 } },
  licence: { name: 'own', allowsCommercialUse: true },
})
const here = engineIn('here', null)
const vendor = engineIn('us', 'Vendor, Inc.')
const files: StoragePlace = { kind: 'files' }
const bucket = (company: string | null): StoragePlace => ({ kind: 's3', region: 'eu-central-1', company })

testEach<[string, EngineProfile[], StoragePlace, boolean, string[]]>([
  ['everything on this server', [here], files, true, []],
  ['a bucket of the operator', [here], bucket(null), false, []],
  ['a bucket of a company', [here], bucket('Store AG'), false, ['Store AG']],
  ['other machines of the operator', [here, engineIn('own', null)], files, false, []],
  ['a vendor beside the studio', [here, vendor], files, false, ['Vendor, Inc.']],
  ['one company for both', [vendor, vendor], bucket('Vendor, Inc.'), false, ['Vendor, Inc.']],
])('%s', (_name, engines, storage, staysHere, companies) => {
  const processing = processingOf(engines, storage)
  expect(processing.staysHere).toBe(staysHere)
  expect(companiesOf(processing)).toEqual(companies)
})

test('how long something is kept is said in words of the language', () => {
  const words = {
    nothing: 'nicht',
    until: '{time}',
    until_deleted: 'bis Sie löschen',
    not_stated: 'unbekannt',
  }
  const said = ([0, 1, 24, 1 / 6, 'until_deleted', 'not_stated'] as const).map((kept) =>
    sayKept(kept, 'de', words),
  )
  expect(said).toEqual(['nicht', '1 Stunde', '24 Stunden', '10 Minuten', 'bis Sie löschen', 'unbekannt'])
})

test('the maker of a picture is its engine; null where ENGINES no longer names that engine', () => {
  const processing = processingOf([vendor], files)
  expect(makerOf(processing, 'engine')).toEqual({
    name: 'engine',
    region: 'us',
    subProcessor: 'Vendor, Inc.',
    generates: false,
  })
  expect(makerOf(processing, 'cog')).toBeNull()
})
