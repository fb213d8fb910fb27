import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import pg from 'pg'
import { z } from 'zod'
import { migrateDatabase } from '#backend/compose-migrations.ts'
import { enqueueInTurn, WORK_ROLES } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { migratePostgres } from '#backend/providers/database/postgres.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { embeddedEnvironment, eventually } from '#tests/api/support/backend.ts'
import { startIdentityEmulator } from '#tests/api/support/identity.ts'
import { deferred } from '#tests/ports/support/deferred.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { startMember } from './support/processes.ts'

const WAIT_MS = 30_000
const ByRole = z.object({
  rows: z.array(z.object({ role: z.string(), waiting: z.number(), oldest_seconds: z.number() })),
})
const serverUrl = process.env.TEST_DATABASE_URL ?? ''
describe('processes of a release whose migrations were not made yet', () => {
  let url: string
  let admin: pg.Client
  let identity: Awaited<ReturnType<typeof startIdentityEmulator>>
  let dataDir: string
  before(async () => {
    identity = await startIdentityEmulator()
    dataDir = await mkdtemp(join(tmpdir(), 'migrations-'))
  })
  after(async () => {
    await identity.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
    admin = new pg.Client({ connectionString: serverUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  })
  afterEach(async () => {
    await admin.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
    await admin.end()
  })

  const settings = () => ({
    ...embeddedEnvironment(dataDir, identity.host),
    DATABASE: 'postgres',
    DATABASE_URL: url,
    ALLOW_EMBEDDED: '1',
    PAYMENTS: 'none',
  })

  test('wait in an empty database, make nothing there, and start when the step was done', async () => {
    const waited = deferred()
    const starting = startMember('api', settings(), { onWaitingForMigrations: waited.resolve })
    await waited.promise
    const there = new pg.Client({ connectionString: url })
    await there.connect()
    const { rows } = await there.query("select 1 from pg_tables where schemaname in ('public', 'pgboss')")
    await there.end()
    expect(rows).toEqual([])
    await migrateDatabase(url)
    const api = await starting
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    await api.kill()
  })

  test('two steps at the same time make each migration once', async () => {
    await Promise.all([migratePostgres(url), migratePostgres(url)])
    const there = new pg.Client({ connectionString: url })
    await there.connect()
    const { rows } = await there.query('select created_at from drizzle.__drizzle_migrations')
    await there.end()
    // Two may hold the same statement: each is known by when it was made.
    expect(new Set(rows.map(({ created_at }) => created_at as string)).size).toBe(rows.length)
  })
})

describe('a migrated database', () => {
  let opened: OpenDatabase
  let url: string
  before(async () => {
    const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
    if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
    opened = await openPostgres()
    if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
    ;({ url } = opened.connection)
  })
  after(() => opened.close())

  test('says of each role how much waits, and for how long', async () => {
    const queue = createPgBossQueue({
      connection: opened.connection,
      supervise: false,
      onError: console.error,
    })
    await queue.start(QUEUE_DEFINITIONS)
    const personId = crypto.randomUUID()
    await opened.database.transaction((tx) => enqueueInTurn(queue, tx, 'judge-selfies', { personId }, 0))
    const found = await opened.database.queries.execute(
      'select role, waiting, oldest_seconds from queue_by_role',
    )
    await queue.stop(0)
    const { rows } = ByRole.parse(found)
    expect(rows.map(({ role }) => role).sort()).toEqual([...WORK_ROLES].sort())
    const checks = rows.find(({ role }) => role === 'checks')
    expect(checks?.waiting).toBe(1)
    expect(checks?.oldest_seconds).toBeGreaterThanOrEqual(0)
    expect(rows.filter(({ waiting }) => waiting > 0)).toHaveLength(1)
  })

  test('a step that finds a table in use lets the others pass, and goes on when it is free', async () => {
    const [user, watch] = [url, url].map((connectionString) => new pg.Client({ connectionString })) as [
      pg.Client,
      pg.Client,
    ]
    await Promise.all([user.connect(), watch.connect()])
    await user.query('begin')
    await user.query('lock table drizzle.__drizzle_migrations in access exclusive mode')
    const waits = async () => {
      const { rows } = await watch.query(
        "select 1 from pg_locks where not granted and relation = 'drizzle.__drizzle_migrations'::regclass",
      )
      return rows.length > 0
    }
    const step = migratePostgres(url)
    await eventually(waits, (isWaiting) => isWaiting, WAIT_MS)
    await eventually(waits, (isWaiting) => !isWaiting, WAIT_MS)
    await user.query('rollback')
    await expect(step).resolves.toBeUndefined()
    await Promise.all([user.end(), watch.end()])
  })
})
