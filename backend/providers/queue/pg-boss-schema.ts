import pg from 'pg'
import { PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { SchemaMissingError } from '../database/database-port.ts'

export const SCHEMA = 'pgboss'
const REQUIRED_VERSION = bossPackage.pgboss.schema
/** Autoscalers of workers read it: one row for each role. */
const VIEW = 'queue_by_role'
const CONNECT_TIMEOUT_MS = 10_000

/** @throws SchemaMissingError where the queue has no tables yet, or those of an older release */
export async function assertQueueInstalled(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ table: string | null }>('select to_regclass($1) as table', [
      `${SCHEMA}.version`,
    ])
    if (typeof rows[0]?.table === 'string') {
      const { rows: versions } = await client.query<{ version: number }>(
        `select version from ${SCHEMA}.version`,
      )
      if (Number(versions[0]?.version) >= REQUIRED_VERSION) return
    }
    throw new SchemaMissingError(
      "the database lacks the queue's tables of this release: they are waited for; `npm run db:migrate` makes them",
    )
  })
}

/**
 * Makes the tables of the queue, or brings them up to date, and the view `queue_by_role`: for each role how many jobs wait
 * and run, and for how many seconds the oldest has waited. Its columns are all that a program that scales workers may read.
 */
export async function installQueue(url: string, roles: ReadonlyMap<string, string>): Promise<void> {
  await withClient(url, async (client) => {
    // pg-boss may change what the view reads.
    await client.query(`drop view if exists ${VIEW}`)
    const boss = new PgBoss({
      connectionString: url,
      schema: SCHEMA,
      supervise: false,
      schedule: false,
      max: 1,
    })
    boss.on('error', () => undefined)
    await boss.start()
    await boss.stop({ graceful: false })
    const names = [...roles].map(([name, role]) => `(${[name, role].map(client.escapeLiteral).join(', ')})`)
    await client.query(
      `create view ${VIEW} as
         select work.role,
           count(job.id) filter (where job.state <> 'active')::int as waiting,
           count(job.id) filter (where job.state = 'active')::int as running,
           coalesce(max(extract(epoch from now() - job.start_after)) filter (where job.state <> 'active'), 0)::float8
             as oldest_seconds
         from (values ${names.join(', ')}) as work (name, role)
         left join ${SCHEMA}.job as job on job.name = work.name
           and (job.state = 'active' or (job.state in ('created', 'retry') and job.start_after <= now()))
         group by work.role`,
    )
  })
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A connection that breaks fails the query that waits for it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
