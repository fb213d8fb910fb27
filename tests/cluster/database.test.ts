import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
const SESSIONS = 8

let opened: OpenDatabase

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
})
after(() => opened.close())

test('a closed database leaves no session on the server', async () => {
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const url = new URL(opened.connection.url)
  url.searchParams.set('application_name', 'leaver')
  const leaver = await createPostgresDatabase({
    url: url.href,
    maxConnections: SESSIONS,
    onError: (error) => {
      throw error
    },
  })
  const leaverSessions = () =>
    opened.database.queries.$count(sql`pg_stat_activity`, sql`application_name = 'leaver'`)
  await Promise.all(Array.from({ length: SESSIONS }, () => leaver.ping()))
  expect(await leaverSessions()).toBe(SESSIONS)
  await leaver.close()
  expect(await leaverSessions()).toBe(0)
})

test('a statement outside a transaction that a deadlock ended is run again, and waits for the other to commit', async () => {
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const { queries } = opened.database
  await queries.execute(sql`create table knot (id integer primary key, touched integer not null default 0)`)
  await queries.execute(sql`insert into knot (id) values (1), (2)`)
  // Not the other, which would be ended in its place.
  await queries.execute(sql`alter system set deadlock_timeout = '100ms'`)
  await queries.execute(sql`select pg_reload_conf()`)
  const { url } = opened.connection
  const [other, gate] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  const untilWaiting = async (count: number) => {
    while ((await queries.$count(sql`pg_stat_activity`, sql`wait_event_type = 'Lock'`)) < count);
  }
  try {
    await Promise.all([other.connect(), gate.connect()])
    await gate.query('select pg_advisory_lock(1)')
    await other.query(
      "begin; set local deadlock_timeout = '10min'; update knot set touched = 10 where id = 2",
    )
    // Has the first row, and stops at the gate before the second one.
    const statement = queries
      .execute(
        sql`update knot set touched = touched + 1
            where id = 1 or (id = 2 and pg_advisory_xact_lock(1) is not null)`,
      )
      .catch((error: unknown) => error)
    await untilWaiting(1)
    const crossing = other.query('update knot set touched = 10 where id = 1')
    await untilWaiting(2)
    // Now the statement closes the circle, and finds it.
    await gate.query('select pg_advisory_unlock(1)')
    await crossing
    await other.query('commit')
    expect(await statement).not.toBeInstanceOf(Error)
    const { rows } = await other.query('select touched from knot order by id')
    expect(rows).toEqual([{ touched: 11 }, { touched: 11 }])
  } finally {
    await Promise.all([other.end(), gate.end()])
    await queries.execute(sql`alter system reset deadlock_timeout`)
    await queries.execute(sql`select pg_reload_conf()`)
  }
})
