import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eq } from 'drizzle-orm'
import { tables, type Queries } from '#backend/providers/database/port.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

const { bundles, headshots, payments, persons, selfies, trainings, users } = tables

describe.each(DATABASES)('the database port on %s', (_name, open) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await open()
  }, 60_000)
  afterAll(() => opened.close())

  const addPerson = async (queries: Queries) => {
    const uid = randomUUID()
    await queries.insert(users).values({ uid })
    const id = randomUUID()
    await queries.insert(persons).values({ id, uid, name: 'Anna', gender: 'female', state: 'draft' })
    return { id, uid }
  }
  const addBundle = (queries: Queries, personId: string, state: 'paid' | 'refunded') =>
    queries.insert(bundles).values({
      id: randomUUID(),
      personId,
      styleId: 'studio-grey',
      state,
      totalCount: 12,
      deadlineAt: new Date(),
    })
  const find = (queries: Queries, id: string) => queries.select().from(persons).where(eq(persons.id, id))

  test('answers', async () => {
    await expect(opened.database.ping()).resolves.toBeUndefined()
  })

  test('keeps what a transaction wrote, with its instants', async () => {
    const before = Date.now()
    const { id } = await opened.database.transaction(addPerson)
    const [row] = await find(opened.database.queries, id)
    expect(row).toMatchObject({ name: 'Anna', state: 'draft', consentedAt: null })
    expect(row?.createdAt.getTime()).toBeGreaterThan(before - 5_000)
  })

  test('forgets what a transaction wrote that throws, and passes the error on', async () => {
    let id = ''
    const failure = new Error('no')
    const attempt = opened.database.transaction(async (tx) => {
      ;({ id } = await addPerson(tx))
      expect(await find(tx, id)).toHaveLength(1)
      throw failure
    })
    await expect(attempt).rejects.toBe(failure)
    expect(await find(opened.database.queries, id)).toEqual([])
  })

  test('a failed statement does not spoil the next transaction', async () => {
    await expect(
      opened.database.queries
        .insert(persons)
        .values({ id: randomUUID(), uid: 'nobody', name: '', gender: 'male', state: 'draft' }),
    ).rejects.toThrow()
    await expect(opened.database.transaction(addPerson)).resolves.toHaveProperty('id')
  })

  test('transactions that hold the same row take turns', async () => {
    const { id } = await opened.database.transaction(addPerson)
    const append = (letter: string) =>
      opened.database.transaction(async (tx) => {
        const [row] = await tx.select().from(persons).where(eq(persons.id, id)).for('update')
        await new Promise((resolve) => setImmediate(resolve))
        await tx
          .update(persons)
          .set({ name: `${row?.name ?? ''}${letter}` })
          .where(eq(persons.id, id))
      })
    await Promise.all(['b', 'b', 'b', 'b', 'b'].map(append))
    expect(await find(opened.database.queries, id)).toMatchObject([{ name: 'Annabbbbb' }])
  })

  test('a person has a style once, and again after a refund', async () => {
    const { id } = await opened.database.transaction(addPerson)
    await addBundle(opened.database.queries, id, 'paid')
    await expect(addBundle(opened.database.queries, id, 'paid')).rejects.toThrow()
    await expect(addBundle(opened.database.queries, id, 'refunded')).resolves.toBeDefined()
  })

  test('deleting a user takes everything of theirs along', async () => {
    const { queries } = opened.database
    const { id: personId, uid } = await opened.database.transaction(addPerson)
    const bundleId = randomUUID()
    const soon = new Date()
    await queries.insert(selfies).values({
      ...{
        id: randomUUID(),
        personId,
        fileName: 'a.jpg',
        state: 'received',
        imageKey: 'k',
        sizeBytes: 1,
        ordinal: 0,
      },
    })
    await queries.insert(trainings).values({ id: randomUUID(), personId, state: 'queued', deadlineAt: soon })
    await queries.insert(bundles).values({
      ...{ id: bundleId, personId, styleId: 'bw-editorial', state: 'ready', totalCount: 1, deadlineAt: soon },
    })
    await queries.insert(headshots).values({
      ...{
        userImageKey: randomUUID(),
        bundleId,
        shotIndex: 0,
        imageKey: 'k',
        thumbnailKey: 't',
        width: 1,
        height: 1,
      },
      ...{ sizeBytes: 1, sha256: '', likeness: 0.5, passed: true },
    })
    await queries.insert(payments).values({
      ...{
        id: randomUUID(),
        uid,
        bundleId,
        state: 'paid',
        amountMinor: 0,
        regularAmountMinor: 900,
        currency: 'EUR',
      },
    })
    await queries.delete(users).where(eq(users.uid, uid))
    expect(await find(queries, personId)).toEqual([])
    expect(await queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))).toEqual([])
    expect(await queries.select().from(payments).where(eq(payments.uid, uid))).toEqual([])
  })
})
