import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { endpoints } from '#contract/endpoints.ts'
import { IMAGE_SHARES_PER_PERSON } from '#contract/limits.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { errorOf, signedIn } from './support/backend.ts'
import { openDoor } from './support/door.ts'
import { readyPerson, type ReadyPerson } from './support/ready-person.ts'

const PUBLISH = '/image_share/make_image_shareable'

let door: Awaited<ReturnType<typeof openDoor>>
let person: ReadyPerson
let owner: ReturnType<typeof signedIn>
const keyAt = (position: number) => person.keys[position] ?? ''

before(async () => {
  door = await openDoor()
  person = await readyPerson(door.world)
  owner = signedIn(door.app, person.uid)
})
after(() => door.close())
beforeEach(async () => {
  await door.world.database.queries.delete(tables.imageShares)
})

const publish = async (body: object) =>
  endpoints.makeImageShareable.response.parse((await owner.post(PUBLISH, body)).json())
const open = (key: string) =>
  door.app.inject({ method: 'GET', url: `/image_share/get_shareable_key?sharable_key=${key}` })
const list = async () =>
  endpoints.getImageShares.response.parse(
    (await owner.get(`/image_share/get_all?personid=${person.id}`)).json(),
  ).imageShares

test('a key shows one headshot to any visitor, and no other data of its person', async () => {
  const { imageShareId, sharableKey } = await publish({ userImageKey: keyAt(1) })
  const answer = await open(sharableKey)
  const headshot = person.headshots[1]
  expect(answer.json()).toEqual({
    styleId: 'studio-grey',
    width: headshot?.width,
    height: headshot?.height,
    imageUrl: headshot?.imageUrl,
    thumbnailUrl: headshot?.thumbnailUrl,
    name: null,
    beforeUrl: null,
  })
  // A cached copy outlives a revocation by a minute.
  expect(answer.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=0')
  const [row] = await door.world.database.queries
    .select()
    .from(tables.imageShares)
    .where(eq(tables.imageShares.id, imageShareId))
  expect(JSON.stringify(row)).not.toContain(sharableKey)
})

test('name and selfie are shown if the owner chose so, as long as they exist', async () => {
  const { sharableKey } = await publish({ userImageKey: keyAt(0), showsName: true, showsBefore: true })
  const shown = endpoints.getSharedImage.response.parse((await open(sharableKey)).json())
  expect(shown.name).toBe('Anna')
  expect(shown.beforeUrl).toMatch(/^http/)
  await door.world.database.queries
    .update(tables.selfies)
    .set({ state: 'rejected' })
    .where(eq(tables.selfies.personId, person.id))
  expect((await open(sharableKey)).json()).toMatchObject({ name: 'Anna', beforeUrl: null })
})

test('a published headshot is listed, and revoked at once and for good; another key stays', async () => {
  const first = await publish({ userImageKey: keyAt(0) })
  const second = await publish({ userImageKey: keyAt(0), showsName: true })
  expect((await list()).map(({ id, showsName }) => ({ id, showsName }))).toEqual([
    { id: second.imageShareId, showsName: true },
    { id: first.imageShareId, showsName: false },
  ])
  const revoke = { imageShareId: first.imageShareId }
  for (const time of ['once', 'again']) {
    expect({ time, body: (await owner.post('/image_share/revoke', revoke)).json() }).toEqual({
      time,
      body: revoke,
    })
  }
  const refused = await open(first.sharableKey)
  expect(errorOf(refused)).toEqual({ status: 404, code: 'image_share_not_found' })
  expect(refused.headers['cache-control']).toBe('no-store')
  expect((await open(second.sharableKey)).statusCode).toBe(200)
  expect((await list()).map(({ id }) => id)).toEqual([second.imageShareId])
})

test('an unknown key and a malformed one are refused', async () => {
  expect(errorOf(await open('a'.repeat(22)))).toEqual({ status: 404, code: 'image_share_not_found' })
  expect(errorOf(await open('../x'))).toMatchObject({ status: 400, parameter: 'sharable_key' })
})

test('a user publishes up to the limit; a revoked publication makes room', async () => {
  const { imageShareId } = await publish({ userImageKey: keyAt(0) })
  const further = Array.from({ length: IMAGE_SHARES_PER_PERSON - 1 }, (_, n) => ({
    id: crypto.randomUUID(),
    headshot: keyAt(n % 3),
    keyHash: `hash ${n}`,
    showsName: false,
    showsBefore: false,
  }))
  await door.world.database.queries.insert(tables.imageShares).values(further)
  expect(errorOf(await owner.post(PUBLISH, { userImageKey: keyAt(1) }))).toEqual({
    status: 409,
    code: 'image_share_limit_reached',
  })
  await owner.post('/image_share/revoke', { imageShareId })
  expect((await owner.post(PUBLISH, { userImageKey: keyAt(1) })).statusCode).toBe(200)
})

test('deleting a headshot deletes its publication', async () => {
  const { sharableKey } = await publish({ userImageKey: keyAt(2) })
  await door.world.database.queries
    .delete(tables.headshots)
    .where(eq(tables.headshots.userImageKey, keyAt(2)))
  expect(errorOf(await open(sharableKey)).status).toBe(404)
  expect(await list()).toEqual([])
})
