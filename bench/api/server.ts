import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrateDatabase } from '#backend/compose-migrations.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { seed } from '#scripts/seed/rows.ts'
import { freePort } from '#tests/api/support/free-port.ts'

export interface Server {
  url: string
  stop(): void
}

/** The PostgreSQL of TEST_DATABASE_URL, or one of this machine's own that is thrown away afterwards. */
export async function openServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => undefined }
  const bin = globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).sort().at(-1)
  if (bin === undefined) throw new Error('PostgreSQL is not installed, and TEST_DATABASE_URL names no server')
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const owner = serverUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o711)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(bin, program), ['-D', join(folder, 'data'), ...args], {
      cwd: folder,
      stdio: 'ignore',
      ...owner,
    })
  const port = await freePort()
  run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  run('pg_ctl', '-w', '-o', `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off`, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-w', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A database of the server that holds so many headshots: made once, because a million take minutes. */
export async function seeded(server: Server, headshotCount: number): Promise<string> {
  const name = `bench_${headshotCount}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    const url = new URL(server.url)
    url.pathname = `/${name}`
    if (rowCount === 0) {
      await admin.query(`create database ${name}`)
      await migrateDatabase(url.href)
      const database = await createPostgresDatabase({ url: url.href, onError: rethrow })
      await seed(database, headshotCount)
      await database.close()
    }
    return url.href
  } finally {
    await admin.end()
  }
}

export function rethrow(error: Error): never {
  throw error
}
