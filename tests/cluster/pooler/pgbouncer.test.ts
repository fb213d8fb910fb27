import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { expect } from 'expect'
import { sql } from 'drizzle-orm'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { freePort } from '#tests/api/support/free-port.ts'

let opened: OpenDatabase
let folder: string
const poolers: ChildProcess[] = []

before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
  folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  await chmod(folder, 0o755)
})
after(async () => {
  for (const child of poolers) {
    const gone = once(child, 'exit')
    if (child.kill('SIGKILL')) await gone
  }
  await rm(folder, { recursive: true, force: true })
  await opened.close()
})

/** PgBouncer before the test's database; the address that leads through it. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const program = process.env.TEST_PGBOUNCER
  if (program === undefined) throw new Error('TEST_PGBOUNCER names no program')
  if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const server = new URL(opened.connection.url)
  const port = await freePort()
  const settings = join(folder, `${mode}.ini`)
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...as, settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  poolers.push(child)
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line)
    if (line.includes('process up')) {
      child.stderr.resume()
      return Object.assign(new URL(server), { port: String(port) }).href
    }
  }
  throw new Error(`PgBouncer did not start\n${said.join('\n')}`)
}

const failing = {
  onError: (error: Error) => {
    throw error
  },
}

test('through a pooler of sessions transactions, single statements, and the queue of jobs work', async () => {
  const url = await startPooler('session')
  const database = await createPostgresDatabase({ url, ...failing })
  const queue = createPgBossQueue({ connection: { kind: 'postgres', url }, supervise: true, ...failing })
  try {
    await queue.start(QUEUE_DEFINITIONS)
    expect(await queue.depths()).toEqual([])
    const seen = await database.transaction((tx) => tx.execute(sql`select 1 as one`))
    expect(seen).toMatchObject({ rows: [{ one: 1 }] })
    await expect(database.ping()).resolves.toBeUndefined()
  } finally {
    await queue.stop(0)
    await database.close()
  }
})

test('a pooler of transactions is refused at the start, with what to set', async () => {
  const url = await startPooler('transaction')
  await expect(createPostgresDatabase({ url, ...failing })).rejects.toThrow('set its pool_mode to session')
})
