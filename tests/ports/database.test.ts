import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq, getTableColumns, getTableName, is, sql, type Column } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { enumerationOf } from '#backend/providers/database/columns.ts'
import { tables, type Queries } from '#backend/providers/database/database-port.ts'
import { describeEach, testEach } from '#tests/support/each.ts'
import { DATABASES, type OpenDatabase } from './support/databases.ts'

const { bundles, headshots, payments, persons, selfies, trainings, users } = tables

/** Every column that holds values of an enumeration, lists of them included, by `table.column`. */
function enumerations(): Record<string, readonly string[]> {
  const columns: Column[] = Object.values(tables)
    .filter((table) => is(table, PgTable))
    .flatMap((table) => Object.values<Column>(getTableColumns(table)))
  return Object.fromEntries(
    columns.flatMap((column) => {
      const values = enumerationOf(column)
      return values ? [[`${getTableName(column.table)}.${column.name}`, values]] : []
    }),
  )
}

describeEach(DATABASES)('the database port on %s', (_name, open) => {
  let opened: OpenDatabase
  before(async () => {
    opened = await open()
  })
  after(() => opened.close())

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

  test('keeps the rows of a committed transaction, with their instants', async () => {
    const before = Date.now()
    const { id } = await opened.database.transaction(addPerson)
    const [row] = await find(opened.database.queries, id)
    expect(row).toMatchObject({ name: 'Anna', state: 'draft', consentedAt: null })
    expect(row?.createdAt.getTime()).toBeGreaterThan(before - 5_000)
  })

  test('rolls back a transaction that throws, and passes the error on', async () => {
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
        .values({ id: randomUUID(), uid: 'unknown', name: '', gender: 'male', state: 'draft' }),
    ).rejects.toThrow()
    await expect(opened.database.transaction(addPerson)).resolves.toHaveProperty('id')
  })

  test('transactions on the same row take turns', async () => {
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

  test('every enumeration column takes the values of its enumeration and no other', async () => {
    const rows = await opened.database.queries
      .select({
        column: sql<string>`k.conrelid::regclass || '.' || c.attname`,
        check: sql<string>`pg_get_constraintdef(k.oid)`,
      })
      .from(
        sql`pg_constraint k
          join pg_attribute c on c.attrelid = k.conrelid and array[c.attnum] = k.conkey`,
      )
      .where(sql`k.contype = 'c' and k.conname like '%\\_known'`)
    const checked = rows.map(({ column, check }) => [
      column,
      [...check.matchAll(/'([^']*)'/g)].map(([, value]) => value),
    ])
    expect(Object.fromEntries(checked)).toEqual(enumerations())
    expect(checked.length).toBeGreaterThan(10)
  })

  testEach([
    ['an unknown state', sql`update persons set state = 'sleeping' where id =`],
    ['an unknown gender', sql`update persons set gender = '' where id =`],
    ['an unknown reason among others', sql`update selfies set reasons = '{blurred,ugly}' where person_id =`],
    ['an unknown stage', sql`update trainings set stage = 'dreaming' where person_id =`],
    ['a negative amount', sql`update payments set amount_minor = -1 where person_id =`],
    ['more given back than paid', sql`update payments set refund_due_amount_minor = 901 where person_id =`],
    ['more given back than due', sql`update payments set refunded_amount_minor = 1 where person_id =`],
  ])('%s is refused', async (_what, statement) => {
    const { queries } = opened.database
    const { id: personId, uid } = await opened.database.transaction(addPerson)
    const soon = new Date()
    await queries.insert(selfies).values({
      id: randomUUID(),
      personId,
      fileName: 'a.jpg',
      state: 'rejected',
      reasons: ['blurred'],
      sizeBytes: 1,
      ordinal: 0,
    })
    await queries.insert(trainings).values({ id: randomUUID(), personId, state: 'queued', deadlineAt: soon })
    await queries.insert(payments).values({
      id: randomUUID(),
      uid,
      personId,
      styleId: 'library',
      includesTraining: true,
      state: 'paid',
      provider: 'free',
      amountMinor: 900,
      regularAmountMinor: 900,
      currency: 'EUR',
      expiresAt: soon,
    })
    await expect(queries.execute(sql`${statement} ${personId}`)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/violates check constraint/) },
    })
  })

  test('deleting a user deletes everything of theirs, and leaves receipts without a name', async () => {
    const { queries } = opened.database
    const { id: personId, uid } = await opened.database.transaction(addPerson)
    const bundleId = randomUUID()
    const soon = new Date()
    await queries.insert(selfies).values({
      id: randomUUID(),
      personId,
      fileName: 'a.jpg',
      state: 'received',
      imageKey: 'k',
      sizeBytes: 1,
      ordinal: 0,
    })
    await queries.insert(trainings).values({ id: randomUUID(), personId, state: 'queued', deadlineAt: soon })
    await queries.insert(bundles).values({
      id: bundleId,
      personId,
      styleId: 'bw-editorial',
      state: 'ready',
      totalCount: 1,
      deadlineAt: soon,
    })
    await queries.insert(headshots).values({
      userImageKey: randomUUID(),
      bundleId,
      shotIndex: 0,
      imageKey: 'k',
      thumbnailKey: 't',
      width: 1,
      height: 1,
      sizeBytes: 1,
      sha256: '',
      likeness: 0.5,
      passed: true,
      fingerprint: '',
      appeal: 0.5,
      sourceKey: 'a',
    })
    const receipt = {
      id: randomUUID(),
      styleId: 'bw-editorial' as const,
      includesTraining: true,
      providerReference: randomUUID(),
      amountMinor: 900,
      regularAmountMinor: 900,
      expiresAt: soon,
      paidAt: soon,
      state: 'paid' as const,
      provider: 'free' as const,
      currency: 'EUR' as const,
    }
    await queries.insert(payments).values({ ...receipt, uid, personId, bundleId })
    await queries.delete(users).where(eq(users.uid, uid))
    expect(await find(queries, personId)).toEqual([])
    expect(await queries.select().from(headshots).where(eq(headshots.bundleId, bundleId))).toEqual([])
    expect(await queries.select().from(payments).where(eq(payments.id, receipt.id))).toMatchObject([
      { ...receipt, uid: null, personId: null, bundleId: null },
    ])
  })
})
