import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { tables } from '#backend/providers/database/database-port.ts'
import { DatabaseNotEmptyError, type Dumps, type LoadDump } from './dump-port.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** The part of a failing program's output that is kept. */
const COMPLAINT_MAX_CHARACTERS = 2_000
/** A copy of a large database takes longer than any call may. */
const SESSION = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'
const OWN_TABLES = `select count(*)::int as count from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema$)'`

/** Copies by `pg_dump`, which has to be of the server's version or newer, of the snapshot that a session of ours holds. */
export function createPostgresDumps(url: string): Dumps {
  return {
    dump: (ask, write) =>
      withClient(url, async (client) => {
        await client.query(SESSION)
        await client.query('begin transaction isolation level repeatable read, read only')
        const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
        const [{ snapshot } = { snapshot: '' }] = rows
        await ask(drizzle({ client, schema: tables }))
        const child = start(url, 'pg_dump', ['--format=custom', `--snapshot=${snapshot}`])
        child.stdin.end()
        await Promise.all([write(child.stdout), child.ended])
      }),
  }
}

/** Loads a copy by `pg_restore`, in one transaction. */
export function loadIntoPostgres(url: string): LoadDump {
  return async (copy) => {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ count: number }>(OWN_TABLES)
      if (rows[0]?.count !== 0) throw new DatabaseNotEmptyError('the database has tables')
    })
    const child = start(url, 'pg_restore', ['--single-transaction', '--exit-on-error'])
    child.stdout.resume()
    // The program's own message says more than the broken pipe, so it is thrown first.
    const [fed] = await Promise.allSettled([pipeline(Readable.from(copy), child.stdin), child.ended])
    await child.ended
    if (fed.status === 'rejected') throw fed.reason
  }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks fails the query that waits for it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Variables by which the system finds the program and its certificates, without the product's settings and secrets. */
function programEnvironment(): NodeJS.ProcessEnv {
  // eslint-disable-next-line eslint/no-restricted-properties -- these belong to the system, not to the configuration
  const { NODE_ENV, PATH, HOME, LANG } = process.env
  return { NODE_ENV, PATH, HOME, LANG }
}

/** One of PostgreSQL's programs on this database; others on the machine see arguments, but no password. */
function start(url: string, program: string, args: readonly string[]) {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(program, [...args, '--no-owner', '--no-privileges', `--dbname=${address.href}`], {
    env: { ...programEnvironment(), ...(password !== '' && { PGPASSWORD: password }) },
    stdio: 'pipe',
  })
  let complaint = ''
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint += chunk.toString().slice(0, COMPLAINT_MAX_CHARACTERS)),
  )
  const ended = once(child, 'close').then(
    ([code]) => {
      if (code !== 0) throw new Error(`${program} failed: ${complaint.slice(0, COMPLAINT_MAX_CHARACTERS)}`)
    },
    (cause: unknown) => {
      throw new Error(`${program} could not be started: is PostgreSQL's client installed?`, { cause })
    },
  )
  return { stdin: child.stdin, stdout: child.stdout, ended }
}
