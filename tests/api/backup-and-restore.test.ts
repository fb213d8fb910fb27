import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { z } from 'zod'
import { migrateDatabase } from '#backend/compose-migrations.ts'
import { openDatabase, openStorage } from '#backend/compose-stores.ts'
import { readConfig } from '#backend/config.ts'
import { FILE_KEY_COLUMNS } from '#backend/features/files/file-keys.ts'
import { startMember, type Member } from '#tests/cluster/support/processes.ts'
import { prepareDataDir } from '#tests/support/prepared-database.ts'
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'
import { GATEWAY_SECRET, eventually } from './support/backend.ts'
import { PROJECT_ID, startIdentityEmulator } from './support/identity.ts'
import { bundleOf, order } from './support/order.ts'

const run = promisify(execFile)
const MINUTE_MS = 60_000
/** With a scripted engine: what it does takes no time. */
const ENTRY = 'tests/load/orders/backend.ts'

type Settings = Readonly<Record<string, string>>

/** An installation's stores, and the way to lose and replace them. */
interface Stores {
  settings: Settings
  /** Everything is gone; returns the settings of empty stores. */
  destroy: () => Promise<Settings>
  close: () => Promise<void>
}

async function embedded(home: string): Promise<Stores> {
  const dataDir = (name: string) => ({ DATA_DIR: join(home, name) })
  await prepareDataDir(join(home, 'first'))
  return {
    settings: dataDir('first'),
    async destroy() {
      await rm(join(home, 'first'), { recursive: true })
      return dataDir('second')
    },
    close: () => Promise.resolve(),
  }
}

async function distributed(serverUrl: string): Promise<Stores> {
  const names: string[] = []
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const freshDatabase = async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await admin(`create database ${name}`)
    names.push(name)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return { DATABASE: 'postgres', DATABASE_URL: url.href, DATABASE_CONNECTIONS: '5' }
  }
  const drop = (name: string) => admin(`drop database if exists ${name} with (force)`)
  let s3 = await startS3Server()
  const migrated = await freshDatabase()
  await migrateDatabase(migrated.DATABASE_URL)
  return {
    settings: { ...migrated, ...bucketSettings(s3) },
    async destroy() {
      await Promise.all([...names.map(drop), s3.close()])
      s3 = await startS3Server()
      return { ...(await freshDatabase()), ...bucketSettings(s3) }
    },
    async close() {
      await Promise.all([...names.map(drop), s3.close()])
    },
  }
}

const serverUrl = process.env.TEST_DATABASE_URL
const INSTALLATIONS: [string, (home: string) => Promise<Stores>][] = [
  ['PGlite and a folder', embedded],
  ...(serverUrl
    ? [['PostgreSQL and S3', () => distributed(serverUrl)] as [string, () => Promise<Stores>]]
    : []),
]

const Named = z.object({ rows: z.array(z.object({ name: z.string() })) })
const Rows = z.object({ rows: z.array(z.object({ row: z.string() })) })

/** Every row of every table, and the hash of every file that one names. */
async function everythingIn(settings: Settings) {
  const config = readConfig(settings)
  const { database } = await openDatabase(config, {
    migrations: 'ignore',
    onError: (error) => {
      throw error
    },
  })
  const { storage, closeStorage } = await openStorage(config)
  try {
    const ask = async (query: ReturnType<typeof sql>) => await database.queries.execute(query)
    const tables = await ask(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname in ('public', 'drizzle') order by 1`,
    )
    const rows: Record<string, string[]> = {}
    for (const { name } of Named.parse(tables).rows) {
      // When a run of the clock last ended is no row of a customer's.
      if (name === 'public.cursors') continue
      const found = await ask(sql`select to_jsonb(t)::text as row from ${sql.raw(name)} t order by 1`)
      rows[name] = Rows.parse(found).rows.map(({ row }) => row)
    }
    const files: Record<string, string> = {}
    for (const column of FILE_KEY_COLUMNS) {
      const named = await ask(sql`select ${column} as name from ${column.table} where ${column} is not null`)
      for (const { name } of Named.parse(named).rows) {
        const bytes = await storage.get(name)
        files[name] = bytes ? createHash('sha256').update(bytes).digest('hex') : 'missing'
      }
    }
    return { rows, files }
  } finally {
    closeStorage()
    await database.close()
  }
}

for (const [name, open] of INSTALLATIONS) {
  describe(`an installation on ${name}`, () => {
    let home: string
    let identity: Awaited<ReturnType<typeof startIdentityEmulator>>
    let stores: Stores
    let common: Settings
    const members: Member[] = []
    before(async () => {
      home = await mkdtemp(join(tmpdir(), 'rehearsal-'))
      identity = await startIdentityEmulator()
      stores = await open(home)
      common = {
        // For the identity emulator.
        ALLOW_EMBEDDED: '1',
        GATEWAY_SECRET,
        FIREBASE_PROJECT_ID: PROJECT_ID,
        FIREBASE_AUTH_EMULATOR_HOST: identity.host,
        PAYMENTS: 'none',
        DATA_DIR: home,
        STORAGE_SECRET: randomBytes(32).toString('hex'),
        BACKUP_KEY: randomBytes(32).toString('hex'),
      }
    })
    after(async () => {
      await Promise.all(members.map((member) => member.kill()))
      await stores.close()
      await identity.close()
      await rm(home, { recursive: true, force: true })
    })
    const start = async (settings: Settings) => {
      const member = await startMember('all', settings, { entry: ENTRY })
      members.push(member)
      return member
    }
    const command = (script: string, args: readonly string[], settings: Settings) =>
      run(process.execPath, [`scripts/${script}.ts`, ...args], {
        env: { NODE_ENV: 'production', PATH: process.env.PATH, ...settings },
      }).then(({ stdout }) => stdout)

    test('is lost in mid-work and comes back: the same rows, the files byte for byte, and goes on', async () => {
      const settings = { ...common, ...stores.settings }
      const target = join(home, 'target')
      const member = await start(settings)
      const orders = await Promise.all(['one', 'two'].map((uid) => order(member, uid)))
      const made = /^\S+Z: \d+ files, \d+ of them new/
      // An embedded database has one owner: there the command waits until it is down.
      if (settings.DATABASE === 'postgres')
        expect(await command('backup', ['--to', target], settings)).toMatch(made)
      await member.kill()
      expect(await command('backup', ['--to', target], settings)).toMatch(made)
      const lost = await everythingIn(settings)
      expect(lost.rows['public.bundles']).toHaveLength(orders.length)
      expect(Object.values(lost.files)).not.toContain('missing')

      const replaced = { ...common, ...(await stores.destroy()) }
      expect(await command('restore', ['--from', target], replaced)).toContain('is restored')
      expect(await everythingIn(replaced)).toEqual(lost)

      const successor = await start(replaced)
      for (const each of orders) {
        await eventually(
          () => bundleOf(successor, each),
          ({ state }) => state === 'ready',
          MINUTE_MS,
        )
      }
    })
  })
}
