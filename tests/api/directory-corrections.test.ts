import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import {
  acceptCorrection,
  listCorrections,
  rejectCorrection,
} from '#backend/features/directory/correction-decisions-service.ts'
import { REQUESTS_PER_DAY } from '#backend/features/directory/corrections.ts'
import { importDirectory } from '#backend/features/directory/import/run.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { CorrectionState, ListingCorrection } from '#contract/directory-corrections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { testEach } from '#tests/support/each.ts'
import { smallDirectory } from '../support/directory/sources.ts'
import { errorOf } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { roundIn } from './support/test-backend.ts'

const DAYS = 24
const { requestCorrection, confirmCorrection, getPhotographers, getOpenStreetMapExtract } = endpoints
const MailData = z.object({ request: z.string(), listingName: z.string(), path: z.string() })

let door: Awaited<ReturnType<typeof openDoor>>
let address = 0
before(async () => {
  door = await openDoor()
  await importDirectory(door.world, { files: smallDirectory() })
})
after(() => door.close())

const send = (url: string, payload: object) => door.app.inject({ method: 'POST', url, payload })
const ask = (asked: object) =>
  send(requestCorrection.path, { request: 'remove', email: `owner-${address++}@mail.example`, ...asked })

/** Sends a request, and returns the token in the mail's link. */
async function tokenFor(asked: object): Promise<string> {
  const answer = await ask(asked)
  requestCorrection.response.parse(answer.json())
  const rows = await door.world.database.queries
    .select({ data: tables.mails.data })
    .from(tables.mails)
    .where(eq(tables.mails.template, 'directory-confirmation'))
    .orderBy(tables.mails.createdAt)
  const { path } = MailData.parse(rows.at(-1)?.data)
  return new URL(path, 'http://site.example').searchParams.get('token') ?? ''
}
const confirm = async (token: string) =>
  confirmCorrection.response.parse((await send(confirmCorrection.path, { token })).json())
const listings = async (country_id: string, city_id: string) => {
  const query = new URLSearchParams({ country_id, city_id }).toString()
  const answer = await door.app.inject({ url: `${getPhotographers.path}?${query}` })
  return getPhotographers.response.parse(answer.json()).photographers
}
const list = (state: CorrectionState) => listCorrections(door.world.database.queries, state)
const accept = (id: string, added?: ListingCorrection) =>
  door.world.database.transaction((tx) => acceptCorrection(tx, id, added))
const reject = (id: string) => door.world.database.transaction((tx) => rejectCorrection(tx, id))
const stateOf = async (listingId: string) =>
  door.world.database.queries
    .select()
    .from(tables.directoryCorrections)
    .where(eq(tables.directoryCorrections.listingId, listingId))

test('a confirmed removal takes effect at once, and no import brings the listing back', async () => {
  const listingId = 'osm-node-3'
  const token = await tokenFor({ listingId, message: 'It is mine.' })
  expect((await listings('CH', 'geneve')).map(({ id }) => id)).toEqual([listingId])
  expect(JSON.stringify(await stateOf(listingId))).not.toContain(token)
  expect(await confirm(token)).toEqual({ request: 'remove', state: 'removed', listingName: 'Photo Exemple' })
  expect(await listings('CH', 'geneve')).toEqual([])
  const city = await door.world.directory.city({ country_id: 'CH', city_id: 'geneve' })
  expect(city).toMatchObject({ listingCount: 0, indexable: false })
  expect(await confirm(token)).toMatchObject({ state: 'removed' })
  const report = await importDirectory(door.world, { files: smallDirectory() })
  expect(report.counts['osm']).toMatchObject({ added: 0, suppressed: 1 })
  expect(await listings('CH', 'geneve')).toEqual([])
  // An operator may find that the request came from a stranger.
  const [removal] = await list('removed')
  expect(await reject(removal?.id ?? '')).toMatchObject({ state: 'restored' })
  await importDirectory(door.world, { files: smallDirectory() })
  expect((await listings('CH', 'geneve')).map(({ id }) => id)).toEqual([listingId])
})

test('a confirmed correction waits for an operator; accepted, it outlives imports', async () => {
  const fields = { website: 'https://neu.example/', phone: null, name: 'Atelier Neu' }
  const token = await tokenFor({
    request: 'correct',
    listingId: 'osm-node-1',
    message: 'Wir sind umgezogen.',
    fields,
  })
  const named = async () => (await listings('CH', 'zurich')).find(({ id }) => id === 'osm-node-1')
  expect(await list('open')).toEqual([])
  expect(await confirm(token)).toEqual({ request: 'correct', state: 'open', listingName: 'Atelier Muster' })
  expect(await named()).toMatchObject({ name: 'Atelier Muster', phone: '+41 44 000 00 00' })
  const [open] = await list('open')
  expect(open).toMatchObject({ message: 'Wir sind umgezogen.', fields, listingId: 'osm-node-1' })
  await accept(open?.id ?? '', { postcode: '8005' })
  const expected = {
    name: 'Atelier Neu',
    website: 'https://neu.example/',
    phone: null,
    address: { street: 'Beispielgasse', houseNumber: '7a', postcode: '8005', locality: 'Zürich' },
  }
  expect(await named()).toMatchObject(expected)
  await importDirectory(door.world, { files: smallDirectory() })
  expect(await named()).toMatchObject(expected)
  await expect(reject(open?.id ?? '')).rejects.toThrow('correction_not_found')
})

test('a rejected correction leaves the listing unchanged', async () => {
  const token = await tokenFor({ request: 'correct', listingId: 'own-a-1', message: 'Nonsense.' })
  await confirm(token)
  const [open] = await list('open')
  expect(await reject(open?.id ?? '')).toMatchObject({ state: 'rejected' })
  expect((await listings('CH', 'zurich')).find(({ id }) => id === 'own-a-1')?.name).toBe(
    'Porträt, Licht & Co',
  )
})

testEach([
  ['an unknown listing', { listingId: 'osm-node-999' }, 'listing_not_found'],
  ['no listing', { listingId: 'selfie' }, 'body_invalid'],
  [
    'a correction that says nothing',
    { listingId: 'osm-node-1', request: 'correct', message: ' ' },
    'body_invalid',
  ],
  ['no address', { listingId: 'osm-node-1', email: 'owner' }, 'body_invalid'],
  [
    'an address with a line break',
    { listingId: 'osm-node-1', email: 'a@b.example\nBcc: c@d.example' },
    'body_invalid',
  ],
  ['too long a text', { listingId: 'osm-node-1', message: 'x'.repeat(2_001) }, 'body_invalid'],
  [
    'a website of no web',
    { listingId: 'osm-node-1', request: 'correct', fields: { website: 'javascript:alert(1)' } },
    'body_invalid',
  ],
  [
    'a name of two lines',
    { listingId: 'osm-node-1', request: 'correct', fields: { name: 'a\nb' } },
    'body_invalid',
  ],
])('%s is refused', async (_what, asked, code) => {
  expect(errorOf(await ask(asked)).code).toBe(code)
})

test('an unknown link and an expired one change nothing', async () => {
  const unknown = await send(confirmCorrection.path, { token: 'A'.repeat(22) })
  expect(errorOf(unknown)).toEqual({ code: 'correction_not_found', status: 404 })
  const listingId = 'osm-way-2'
  const token = await tokenFor({ listingId })
  await door.world.corrections.reconcile(roundIn(6 * DAYS))
  expect(await stateOf(listingId)).toMatchObject([{ state: 'requested' }])
  await door.world.corrections.reconcile(roundIn(8 * DAYS))
  expect(await stateOf(listingId)).toMatchObject([{ state: 'expired', email: null, message: '' }])
  expect(errorOf(await send(confirmCorrection.path, { token })).code).toBe('correction_not_found')
  expect((await listings('CH', 'opfikon')).map(({ id }) => id)).toContain(listingId)
})

test("the requester's data is deleted some time after the end", async () => {
  const forgotten = async () => (await stateOf('own-a-1')).map(({ email }) => email)
  await door.world.corrections.reconcile(roundIn(29 * DAYS))
  expect(await forgotten()).not.toContain(null)
  await door.world.corrections.reconcile(roundIn(31 * DAYS))
  expect(await forgotten()).toEqual([null])
})

test('an address gets at most a few mails a day', async () => {
  const email = 'often@mail.example'
  for (let n = 0; n < REQUESTS_PER_DAY.address; n++) {
    expect(
      (await ask({ listingId: 'osm-node-4', email: n === 1 ? email.toUpperCase() : email })).statusCode,
    ).toBe(200)
  }
  expect(errorOf(await ask({ listingId: 'osm-node-4', email })).code).toBe('rate_limited')
})

test('the export holds all OpenStreetMap data under its licence, and no other data', async () => {
  const answer = await door.app.inject({ url: getOpenStreetMapExtract.path })
  expect(answer.headers['content-type']).toBe('application/geo+json; charset=utf-8')
  const extract = z
    .object({
      type: z.literal('FeatureCollection'),
      licence: z.literal('ODbL 1.0'),
      licenceUrl: z.url(),
      attribution: z.literal('© OpenStreetMap contributors'),
      attributionUrl: z.url(),
      features: z.array(
        z.object({ id: z.string(), geometry: z.object({ coordinates: z.array(z.number()) }) }),
      ),
    })
    .parse(answer.json())
  expect(extract.features.map(({ id }) => id).sort()).toEqual([
    ...['osm-node-1', 'osm-node-3', 'osm-node-4', 'osm-node-5', 'osm-way-2'],
  ])
  expect(extract.features[0]?.geometry.coordinates).toEqual([8.5401, 47.3701])
})
