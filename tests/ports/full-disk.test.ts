import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { isDatabaseUnavailable, tables } from '#backend/providers/database/database-port.ts'
import { createPgliteDatabase, type PgliteDatabase } from '#backend/providers/database/pglite.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'

const ROOM_BYTES = 10 ** 9
let folder: string
let database: PgliteDatabase
let freeBytes = ROOM_BYTES

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  database = await createPgliteDatabase({ folder, freeBytes: () => Promise.resolve(freeBytes) })
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const { users } = tables
const add = (uid: string) => database.queries.insert(users).values({ uid })

test('an embedded database whose disk is nearly full refuses writes, answers reads, and goes on when there is room', async () => {
  await add('before')
  freeBytes = 1000
  const refused = await add('single').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
  const work = database.transaction(async (tx) => tx.insert(users).values({ uid: 'in a transaction' }))
  await expect(work).rejects.toBeInstanceOf(UnavailableError)
  expect(await database.queries.select({ uid: users.uid }).from(users)).toEqual([{ uid: 'before' }])
  await expect(database.ping()).resolves.toBeUndefined()
  freeBytes = ROOM_BYTES
  await add('after')
  expect(await database.queries.$count(users)).toBe(2)
})
