import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { createExportWork } from '#backend/features/account/export-jobs.ts'
import { SUBJECTS } from '#backend/features/account/export-contents.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { readyPerson } from '../support/ready-person.ts'
import { createTestBackend, roundIn, signal, type World } from '../support/test-backend.ts'

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())

const rowOf = async (uid: string) => {
  const { dataExports } = tables
  const [row] = await world.database.queries.select().from(dataExports).where(eq(dataExports.uid, uid))
  if (!row) throw new Error('no export')
  return row
}

/** The files of an export by name. */
async function unzip(key: string): Promise<Map<string, Buffer>> {
  const bytes = await world.storage.get(key)
  const zip = await fromBufferPromise(Buffer.from(bytes ?? []))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

const Rows = z.array(z.record(z.string(), z.unknown()))

test("an export holds every row and file of its user, no other user's, and no secret", async () => {
  const anna = await readyPerson(world)
  const other = await readyPerson(world)
  world.behaviour.users.set(anna.uid, { email: 'anna@b.example', emailVerified: true, displayName: 'Anna' })
  const { token } = await world.sharing.createShare(anna.uid, anna.id)
  await world.account.update(anna.uid, { locale: 'fr' })

  const [first, second] = await Promise.all([
    world.exports.request(anna.uid),
    world.exports.request(anna.uid),
  ])
  expect([first, second]).toEqual([first, first])
  expect(first).toMatchObject({ state: 'making', downloadUrl: null, validUntil: null })
  const { id } = await rowOf(anna.uid)
  await world.exports.make(id, signal)
  await world.exports.make(id, signal)
  const made = await world.exports.latest(anna.uid)
  expect(made).toMatchObject({ state: 'ready' })
  expect(made?.downloadUrl).toContain('http://files.example')
  expect(await world.exports.latest(other.uid)).toBeNull()

  const files = await unzip((await rowOf(anna.uid)).archiveKey ?? '')
  const rows = (name: string) => Rows.parse(JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null'))
  for (const { name } of SUBJECTS) expect({ name, is: Array.isArray(rows(name)) }).toEqual({ name, is: true })
  expect(rows('account')).toEqual([
    { uid: anna.uid, email: 'anna@b.example', emailVerified: true, displayName: 'Anna', isBlocked: false },
  ])
  expect(rows('users')).toMatchObject([{ uid: anna.uid, locale: 'fr' }])
  expect([rows('persons'), rows('selfies'), rows('headshots')].map(({ length }) => length)).toEqual([
    1, 5, 12,
  ])
  expect(rows('consent_events')).toMatchObject([{ kind: 'granted' }])
  expect(rows('payments')).toHaveLength(1)
  expect(rows('shared_links')).toHaveLength(1)

  const stored = await world.filesUnder(`persons/${anna.id}/`)
  const held = [...files.keys()].flatMap((name) => (name.startsWith('files/') ? [name.slice(6)] : []))
  expect(stored.length).toBeGreaterThan(20)
  expect(held.sort()).toEqual(stored.sort())
  for (const key of held)
    expect(files.get(`files/${key}`)).toEqual(Buffer.from((await world.storage.get(key)) ?? []))

  const written = [...files]
    .flatMap(([name, bytes]) => (name.endsWith('.json') ? [bytes.toString()] : []))
    .join()
  for (const secret of [other.uid, other.id, token, 'tokenHash', 'creationKey'])
    expect(written).not.toContain(secret)

  // One that is done is replaced by the next, and goes after its time.
  const before = (await rowOf(anna.uid)).archiveKey ?? ''
  await world.exports.request(anna.uid)
  expect(await world.filesUnder('exports/')).not.toContain(before)
  await world.exports.make((await rowOf(anna.uid)).id, signal)
  await world.exports.expire(roundIn(6 * 24))
  expect(await world.exports.latest(anna.uid)).toMatchObject({ state: 'ready' })
  await world.exports.expire(roundIn(8 * 24))
  expect(await world.exports.latest(anna.uid)).toBeNull()
  expect(await world.filesUnder('exports/')).toEqual([])
})

test('an interrupted export leaves no file and is written again; given up, it may be requested again', async () => {
  const anna = await readyPerson(world)
  await world.exports.request(anna.uid)
  const { id } = await rowOf(anna.uid)
  const stopping = new AbortController()
  const broken = createExportWork({
    ...world,
    identity: world.identity,
    storage: {
      ...world.storage,
      read(key) {
        stopping.abort(new Error('killed'))
        return world.storage.read(key)
      },
    },
  })
  await expect(broken.make(id, stopping.signal)).rejects.toThrow('killed')
  expect((await rowOf(anna.uid)).state).toBe('making')
  expect(await world.filesUnder(`exports/${id}/`)).toEqual([])
  await world.exports.make(id, signal)
  expect((await rowOf(anna.uid)).state).toBe('ready')

  await world.exports.request(anna.uid)
  const next = await rowOf(anna.uid)
  await world.exports.giveUp(next.id)
  expect(await world.exports.latest(anna.uid)).toMatchObject({ state: 'failed', downloadUrl: null })
  expect(await world.exports.request(anna.uid)).toMatchObject({ state: 'making' })
})

test('an export whose user is deleted meanwhile is not kept', async () => {
  const anna = await readyPerson(world)
  await world.exports.request(anna.uid)
  const { id } = await rowOf(anna.uid)
  const { users } = tables
  const late = createExportWork({
    ...world,
    identity: {
      async lookUp() {
        await world.database.queries.delete(users).where(eq(users.uid, anna.uid))
        return undefined
      },
    },
  })
  await late.make(id, signal)
  const left = await world.filesUnder('exports/')
  expect(left.filter((key) => key.includes(id))).toEqual([])
})
