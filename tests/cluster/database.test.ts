import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
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
