import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { createAccountDeletion } from '#backend/features/account/account-deletion.ts'
import { createExportWork } from '#backend/features/account/export-jobs.ts'
import { createExports } from '#backend/features/account/account-exports.ts'
import { createAccount } from '#backend/features/account/account-service.ts'
import { processingOf } from '#backend/features/processing/processing.ts'
import { createFiles } from '#backend/features/files/files-service.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import type { IdentityUser } from '#backend/providers/identity/identity-port.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import type { Storage } from '#backend/providers/storage/storage-port.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'

const MINUTE_MS = 60_000
const PERSONS = 6
const signal = new AbortController().signal
const { dataExports, deletions, mails, persons, users } = tables

let folder: string
let opened: OpenDatabase
/** A second connection pool, as of another process. */
let elsewhere: Database
let queue: Queue
let storage: Storage

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const { url } = opened.connection
  const onError = (error: Error) => {
    throw error
  }
  elsewhere = await createPostgresDatabase({ url, onError })
  queue = createPgBossQueue({ connection: opened.connection, supervise: false, onError: () => undefined })
  await queue.start(QUEUE_DEFINITIONS)
  folder = await mkdtemp(join(tmpdir(), 'account-'))
  storage = await createFileStorage({
    folder,
    secrets: ['s'],
    publicUrl: 'http://files.example',
    isSoleWriter: false,
  })
})
after(async () => {
  await queue.stop(100)
  await elsewhere.close()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

/** The same services in two processes, over identities of their own. */
function processes() {
  const identities = new Map<string, IdentityUser>()
  const identity = {
    lookUp: (uid: string) => Promise.resolve(identities.get(uid)),
    revokeSessions: () => Promise.resolve(),
    deleteUser(uid: string) {
      identities.delete(uid)
      return Promise.resolve()
    },
  }
  const engine = { deleteModel: () => Promise.resolve() }
  const open = (database: Database) => {
    const processing = processingOf([], { kind: 'files' })
    const deps = { database, queue, storage, identity, engine, processing }
    return {
      account: createAccount(deps),
      deletion: createAccountDeletion({ ...deps, files: createFiles(deps), verdictMs: MINUTE_MS }),
      exports: { ...createExports(deps), ...createExportWork(deps) },
    }
  }
  return { identities, here: open(opened.database), there: open(elsewhere) }
}

async function customer(identities: ReturnType<typeof processes>['identities']): Promise<string> {
  const uid = randomUUID()
  identities.set(uid, {
    email: `${uid}@b.example`,
    emailVerified: true,
    displayName: undefined,
    isBlocked: false,
  })
  const { queries } = opened.database
  await queries.insert(users).values({ uid })
  for (let n = 0; n < PERSONS; n++) {
    await queries
      .insert(persons)
      .values({ id: randomUUID(), uid, name: 'Anna', gender: 'female', state: 'draft' })
  }
  return uid
}

test('two simultaneous deletions of one account are one, counted once, with one receipt', async () => {
  const { identities, here, there } = processes()
  const uid = await customer(identities)
  const asked = await Promise.all(
    [here, there, here, there].map(({ account }) => account.requestDeletion(uid)),
  )
  expect(new Set(asked.map((at) => at.getTime())).size).toBe(1)
  const { queries } = opened.database
  const [begun] = await queries.select().from(deletions).where(eq(deletions.uid, uid))
  const id = begun?.id ?? ''
  await Promise.all([here, there].map(({ deletion }) => deletion.run(id, signal)))
  const soon = new Date(Date.now() + 80_000)
  await Promise.all([here, there].map(({ deletion }) => deletion.run(id, signal, soon)))
  const [row] = await queries.select().from(deletions).where(eq(deletions.id, id))
  expect(row).toMatchObject({ state: 'done', personCount: PERSONS, uid: null })
  expect(await queries.select().from(persons).where(eq(persons.uid, uid))).toEqual([])
  expect(identities.has(uid)).toBe(false)
  const receipts = await queries
    .select()
    .from(mails)
    .where(eq(mails.occasion, `deletion-receipt:${id}`))
  expect(receipts).toHaveLength(1)
})

test('two simultaneous export requests are one; two jobs for it leave one file', async () => {
  const { identities, here, there } = processes()
  const uid = await customer(identities)
  await Promise.all([here, there, here, there].map(({ exports }) => exports.request(uid)))
  const { queries } = opened.database
  const rows = await queries.select().from(dataExports).where(eq(dataExports.uid, uid))
  expect(rows).toHaveLength(1)
  const id = rows[0]?.id ?? ''
  await Promise.all([here, there].map(({ exports }) => exports.make(id, signal)))
  const [made] = await queries.select().from(dataExports).where(eq(dataExports.id, id))
  expect(made?.state).toBe('ready')
  const archive = await storage.get(made?.archiveKey ?? '')
  // A ZIP's last record (APPNOTE 4.3.16), so that the one file is a whole one.
  expect(archive && Buffer.from(archive).includes('PK\x05\x06', -22, 'latin1')).toBe(true)
  const told = await queries
    .select()
    .from(mails)
    .where(eq(mails.occasion, `export-ready:${id}`))
  expect(told).toHaveLength(1)
})

test('an export and the deletion of its user end with the deletion', async () => {
  const { identities, here, there } = processes()
  const uid = await customer(identities)
  await here.exports.request(uid)
  const { queries } = opened.database
  const [begun] = await queries.select().from(dataExports).where(eq(dataExports.uid, uid))
  const id = begun?.id ?? ''
  await here.account.requestDeletion(uid)
  const [deletion] = await queries.select().from(deletions).where(eq(deletions.uid, uid))
  await Promise.all([there.exports.make(id, signal), here.deletion.run(deletion?.id ?? '', signal)])
  expect(await queries.select().from(users).where(eq(users.uid, uid))).toEqual([])
  expect(await queries.select().from(dataExports).where(eq(dataExports.id, id))).toEqual([])
})
