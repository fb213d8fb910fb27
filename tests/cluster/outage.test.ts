import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { isDatabaseUnavailable } from '#backend/providers/database/database-port.ts'
import { UnavailableError } from '#backend/providers/outage/unavailable-error.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { embeddedEnvironment, errorOf } from '#tests/api/support/backend.ts'
import { idToken, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { deferred } from '#tests/ports/support/deferred.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { startCuttableProxy } from '#tests/support/cuttable-proxy.ts'
import { startMember } from './support/processes.ts'

let opened: OpenDatabase
let proxy: Awaited<ReturnType<typeof startCuttableProxy>>
let url: string
/** What a database told of its connections. */
let heard: Error[]

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
})
after(() => opened.close())

beforeEach(async () => {
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const direct = new URL(opened.connection.url)
  proxy = await startCuttableProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = new URL(direct)
  through.host = `${proxy.host}:${proxy.port}`
  url = through.href
  heard = []
})
afterEach(() => proxy.close())

const openThroughProxy = (onWaiting: () => void = () => undefined) =>
  createPostgresDatabase({ url, onError: (error) => void heard.push(error), onWaiting })

test('a connection that breaks under a transaction fails that transaction and ends no process', async () => {
  const database = await openThroughProxy()
  const broken = database.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await proxy.cut()
    await tx.execute(sql`select 2`)
  })
  await expect(broken).rejects.toBeInstanceOf(UnavailableError)
  await expect(database.transaction(() => Promise.resolve())).rejects.toBeInstanceOf(UnavailableError)
  expect(await database.ping().catch(isDatabaseUnavailable)).toBe(true)
  await proxy.mend()
  await expect(database.ping()).resolves.toBeUndefined()
  await expect(database.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined()
  await database.close()
})

test('a connection that breaks while a transaction waits for something else ends no process', async () => {
  const database = await openThroughProxy()
  const isOpen = deferred()
  const goOn = deferred()
  const broken = database.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    isOpen.resolve()
    await goOn.promise
  })
  await isOpen.promise
  await proxy.cut()
  while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve))
  goOn.resolve()
  await expect(broken).rejects.toBeInstanceOf(UnavailableError)
  await proxy.mend()
  await expect(database.ping()).resolves.toBeUndefined()
  await database.close()
})

test('a queue whose database is away says so to who asks what waits, and answers afterwards', async () => {
  const connection = { kind: 'postgres', url } as const
  const queue = createPgBossQueue({ connection, supervise: false, onError: () => undefined })
  await queue.start(QUEUE_DEFINITIONS)
  await proxy.cut()
  await expect(queue.depths()).rejects.toBeInstanceOf(UnavailableError)
  await expect(queue.find({ failed: null })).rejects.toBeInstanceOf(UnavailableError)
  await proxy.mend()
  expect(await queue.find({ failed: null })).toEqual([])
  await queue.stop(1000)
})

test('a database that is away at the start is waited for', async () => {
  await proxy.cut()
  const waited = deferred()
  const opening = openThroughProxy(() => waited.resolve())
  await waited.promise
  await proxy.mend()
  const database = await opening
  await expect(database.ping()).resolves.toBeUndefined()
  await database.close()
})

test('API and worker outlive a database that goes away; a call meanwhile says so, and later ones are answered', async () => {
  const identity = await startIdentityEmulator()
  const dataDir = await mkdtemp(join(tmpdir(), 'outage-'))
  const settings = {
    ...embeddedEnvironment(dataDir, identity.host),
    DATABASE: 'postgres',
    DATABASE_URL: url,
    ALLOW_EMBEDDED: '1',
    PAYMENTS: 'none',
  }
  await proxy.cut()
  const [api, worker] = await Promise.all([
    startMember('api', settings, { onWaiting: () => void proxy.mend() }),
    startMember('worker', settings, { onWaiting: () => void proxy.mend() }),
  ])
  const headers = { authorization: idToken('anna') }
  const ask = async () => {
    const answer = await fetch(`${api.url}/persons/get_all`, { headers })
    return {
      statusCode: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: await answer.text(),
    }
  }
  expect(await ask()).toMatchObject({ statusCode: 200 })
  await proxy.cut()
  const away = await ask()
  expect([errorOf(away), away.retryAfter]).toEqual([{ code: 'unavailable', status: 503 }, '2'])
  await proxy.mend()
  expect(await ask()).toMatchObject({ statusCode: 200 })
  expect([api.hasEnded(), worker.hasEnded()]).toEqual([false, false])
  await Promise.all([api.kill(), worker.kill()])
  await identity.close()
  await rm(dataDir, { recursive: true, force: true })
})
