import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createPgliteDatabase } from '#backend/providers/database/pglite.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import type { PgBossConnection } from '#backend/providers/queue/pg-boss.ts'
import { PROJECT_ID } from '#tests/api/support/identity.ts'
import { startMember, type Member } from '#tests/cluster/support/processes.ts'
import { openPostgres, type OpenDatabase } from '#tests/ports/support/databases.ts'
import { startCuttableProxy } from '#tests/support/cuttable-proxy.ts'

interface Opened {
  database: Database
  connection: PgBossConnection
}

/** The product's processes and their database, which can be looked into while they are down. */
export interface House {
  database: string
  start(): Promise<void>
  /** What processes are started with from now on, beside what they were. */
  configure(change: Readonly<Record<string, string>>): void
  /** kill -9 of the one that answers calls. */
  kill(): Promise<void>
  /** kill -9 of the one that works: with an embedded database it is the same. */
  killWorker(): Promise<void>
  /** Ends all of them. */
  stop(): Promise<void>
  /**
   * Takes the database away from the processes while `work` runs. An embedded one goes with its process; those of
   * PostgreSQL have to outlive it.
   */
  withoutDatabase(work: () => Promise<unknown>): Promise<void>
  /** An embedded database is free for others only while its process is down. */
  whileDown<T>(work: (opened: Opened) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const ENTRY = 'tests/load/orders/backend.ts'

/** With PostgreSQL where there is a server: API and worker are processes of their own then. */
export async function openHouse(options: {
  folder: string
  apiPort: number
  environment: Readonly<Record<string, string>>
  /** As TEST_DATABASE_URL names it by default. */
  serverUrl?: string | undefined
  /** Hears each line of the processes' logs. */
  onLine?: (line: string) => void
}): Promise<House> {
  const { folder, apiPort, serverUrl = process.env.TEST_DATABASE_URL, onLine } = options
  const environment = {
    // For the emulators.
    ALLOW_EMBEDDED: '1',
    GATEWAY_SECRET: randomBytes(32).toString('hex'),
    FIREBASE_PROJECT_ID: PROJECT_ID,
    DATA_DIR: folder,
    STORAGE_SECRET: randomBytes(32).toString('hex'),
    ...options.environment,
  }
  const begin: Begin = (role, settings, port) =>
    startMember(role, settings, {
      entry: ENTRY,
      ...(port !== undefined && { port }),
      ...(onLine && { onLine }),
    })
  return serverUrl
    ? await onPostgres(await openPostgres(serverUrl), environment, apiPort, begin)
    : onPglite(join(folder, 'database'), environment, apiPort, begin)
}

type Begin = (role: string, settings: Readonly<Record<string, string>>, port?: number) => Promise<Member>

function onPglite(folder: string, environment: Record<string, string>, port: number, begin: Begin): House {
  let member: Member | undefined
  const start = async () => {
    member ??= await begin('all', environment, port)
  }
  const kill = async () => {
    await member?.kill()
    member = undefined
  }
  const whileDown = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    const wasUp = member !== undefined
    await kill()
    const database = await createPgliteDatabase({ folder })
    try {
      return await work({ database, connection: { kind: 'pglite', client: database.client } })
    } finally {
      await database.close()
      if (wasUp) await start()
    }
  }
  return {
    database: 'PGlite',
    start,
    configure: (change) => void Object.assign(environment, change),
    kill,
    killWorker: kill,
    stop: kill,
    whileDown,
    async withoutDatabase(work) {
      await kill()
      await work()
      await start()
    },
    close: kill,
  }
}

async function onPostgres(
  opened: OpenDatabase,
  environment: Readonly<Record<string, string>>,
  port: number,
  begin: Begin,
): Promise<House> {
  const { connection } = opened
  if (connection.kind !== 'postgres') throw new Error('not PostgreSQL')
  const url = new URL(connection.url)
  const proxy = await startCuttableProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.host = `${proxy.host}:${proxy.port}`
  const at = { ...environment, DATABASE: 'postgres', DATABASE_URL: url.href, DATABASE_CONNECTIONS: '5' }
  let api: Member | undefined
  let worker: Member | undefined
  const kill = async () => {
    await api?.kill()
    api = undefined
  }
  const killWorker = async () => {
    await worker?.kill()
    worker = undefined
  }
  const stop = async () => {
    await Promise.all([kill(), killWorker()])
  }
  return {
    database: 'PostgreSQL, API and worker apart',
    async start() {
      api ??= await begin('api', at, port)
      worker ??= await begin('worker', at)
    },
    configure: (change) => void Object.assign(at, change),
    kill,
    killWorker,
    stop,
    whileDown: (work) => work(opened),
    async withoutDatabase(work) {
      await proxy.cut()
      await work()
      await proxy.mend()
      if (api?.hasEnded() || worker?.hasEnded()) throw new Error('a process ended without its database')
    },
    async close() {
      await stop()
      await proxy.close()
      await opened.close()
    },
  }
}
