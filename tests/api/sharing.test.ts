import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { count, eq } from 'drizzle-orm'
import { SHARES_MAX_ACTIVE } from '#backend/features/sharing/sharing-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { createTestBackend, roundIn, signal, type World } from './support/test-backend.ts'

const DAYS = 24
let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

const stateOf = async (shareId: string) => {
  const [row] = await world.database.queries.select().from(tables.shares).where(eq(tables.shares.id, shareId))
  return row
}

test('a link opens one person, and its token is stored as a hash only', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const link = await world.sharing.createShare(uid, id)
  expect(await world.sharing.verifyShareToken(link.token)).toEqual({
    shareId: link.shareId,
    personId: id,
    recipientId: null,
  })
  expect(JSON.stringify(await stateOf(link.shareId))).not.toContain(link.token)
  const inDays = (Date.parse(link.expiresAt) - Date.now()) / 86_400_000
  expect(Math.round(inDays)).toBe(30)
})

test('a recipient sees only the ready headshots that passed; names are the owner’s alone', async () => {
  const { uid, id, buy, look } = await world.personWithSelfies()
  const { shareId } = await world.sharing.createShare(uid, id)
  const share = { shareId, personId: id, recipientId: null }
  const bundleId = await buy()
  await world.trainings.run((await look()).trainingId, signal)
  expect(await world.sharing.sharedPerson(share)).toMatchObject({ name: null, headshots: [] })
  world.behaviour.passes = (shot) => shot % 4 !== 0
  await world.bundles.generate(bundleId, signal)
  world.behaviour.passes = () => true
  const { headshots } = await world.bundles.get(uid, id, bundleId)
  const passed = headshots.filter((headshot) => headshot.passed)
  expect(await world.sharing.sharedPerson(share)).toEqual({
    name: null,
    expiresAt: expect.any(String),
    headshots: passed.map(({ userImageKey, thumbnailUrl }) => ({
      userImageKey,
      thumbnailUrl,
      rating: 'none',
    })),
  })
})

test('only its owner revokes a link, and for good', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const { shareId, token } = await world.sharing.createShare(uid, id)
  await expect(world.sharing.revokeShare('another-user', shareId)).rejects.toThrow('share_not_found')
  expect(await world.sharing.verifyShareToken(token)).toEqual({ shareId, personId: id, recipientId: null })
  await world.sharing.revokeShare(uid, shareId)
  await world.sharing.revokeShare(uid, shareId)
  expect(await world.sharing.verifyShareToken(token)).toBeUndefined()
  expect(await stateOf(shareId)).toMatchObject({ state: 'revoked' })
  await expect(world.sharing.createShare('another-user', id)).rejects.toThrow('person_not_found')
})

test('earlier links stay valid, up to a number; the earliest makes room', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const links = []
  for (let n = 0; n <= SHARES_MAX_ACTIVE; n++) links.push(await world.sharing.createShare(uid, id))
  const opened = await Promise.all(links.map(({ token }) => world.sharing.verifyShareToken(token)))
  expect(opened.map((share) => share !== undefined)).toEqual([
    false,
    ...Array<boolean>(SHARES_MAX_ACTIVE).fill(true),
  ])
})

test('the scheduler marks a link past its time as expired, and not before', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const { shareId } = await world.sharing.createShare(uid, id)
  await world.sharing.reconcile(roundIn(29 * DAYS))
  expect(await stateOf(shareId)).toMatchObject({ state: 'active' })
  await world.sharing.reconcile(roundIn(31 * DAYS))
  expect(await stateOf(shareId)).toMatchObject({ state: 'expired' })
})

test('a link whose owner extended it expires at the later time', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const { shareId } = await world.sharing.createShare(uid, id)
  await world.sharing.changeShare(uid, shareId, { expiresInDays: 60 })
  await world.sharing.reconcile(roundIn(59 * DAYS))
  expect(await stateOf(shareId)).toMatchObject({ state: 'active' })
  await world.sharing.reconcile(roundIn(61 * DAYS))
  expect(await stateOf(shareId)).toMatchObject({ state: 'expired' })
  await expect(world.sharing.changeShare(uid, shareId, { expiresInDays: 7 })).rejects.toThrow('share_ended')
})

test('a link past its expiry is listed as expired before the scheduler ran', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const { shareId, token } = await world.sharing.createShare(uid, id)
  const { shares } = tables
  await world.database.queries
    .update(shares)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(shares.id, shareId))
  expect(await world.sharing.listShares(uid, id)).toMatchObject([{ shareId, state: 'expired' }])
  expect(await world.sharing.verifyShareToken(token)).toBeUndefined()
})

test('deleting a person deletes its links', async () => {
  const { uid, id } = await world.personWithSelfies(1)
  const { token } = await world.sharing.createShare(uid, id)
  await world.database.queries.delete(tables.persons).where(eq(tables.persons.id, id))
  expect(await world.sharing.verifyShareToken(token)).toBeUndefined()
  const [left] = await world.database.queries
    .select({ count: count() })
    .from(tables.shares)
    .where(eq(tables.shares.personId, id))
  expect(left?.count).toBe(0)
})
