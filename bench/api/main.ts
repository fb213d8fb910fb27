import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { z } from 'zod'
import { CONSENT_VERSION } from '#contract/consent.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createOverview } from '#backend/features/overview/service.ts'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { seed, seededUid } from '#scripts/seed/rows.ts'
import { eventually, multipart } from '#tests/api/support/backend.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { PROJECT_ID, idToken, startIdentityEmulator } from '#tests/api/support/identity.ts'
import type { Measurement } from '../measurement.ts'

const [FEW, MANY] = [10_000, 1_000_000]
const CONNECTIONS = 10
const LOAD_SECONDS = 10
/** Each 500th user has twenty persons; the limits count each user's calls. */
const TEAM_UIDS = Array.from({ length: 100 }, (_none, n) => seededUid(1 + n * 500))
const READS = 150
const UPLOADERS = 8
const FILES = 20
const FILE_BYTES = 15 * 1024 * 1024

const GET_ALL = endpoints.getPersons.path
const fail = (error: Error) => {
  throw error
}

/** A database of the server that was seeded with so many headshots; kept, because seeding a million takes minutes. */
async function seeded(serverUrl: string, headshotCount: number): Promise<string> {
  const name = `bench_${headshotCount}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  if (rowCount === 0) {
    const database = await createPostgresDatabase({ url: url.href, onError: fail })
    await seed(database, headshotCount)
    await database.close()
  }
  return url.href
}

/** The API as a process of its own, as production runs it. */
async function startApi(databaseUrl: string, dataDir: string, identityHost: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['backend/main.ts'], {
    env: {
      ...{
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ALLOW_EMBEDDED: '1',
        ROLE: 'api',
        PAYMENTS: 'none',
      },
      ...{ DATABASE: 'postgres', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      ...{ BACKEND_PORT: String(port), BACKEND_PUBLIC_URL: url },
      ...{ STORAGE: 'files', STORAGE_SECRET: 'a-secret-for-benches-of-32-or-more-characters' },
      ...{ GATEWAY_SECRET: 'what-site-and-backend-know-each-other-by' },
      ...{ FIREBASE_PROJECT_ID: PROJECT_ID, FIREBASE_AUTH_EMULATOR_HOST: identityHost },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await eventually(ask, (isThere) => isThere, 60_000)
  return { url, child }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** The statement that the call comes to, as it goes to PostgreSQL. */
async function statementOf(databaseUrl: string, folder: string) {
  const uid = seededUid(1)
  const database = await createPostgresDatabase({ url: databaseUrl, onError: fail })
  const storage = await createFileStorage({
    folder,
    secret: 's',
    publicUrl: 'http://files.example',
    isSoleWriter: true,
  })
  const Asked = z.tuple([z.object({ text: z.string() }), z.array(z.unknown())])
  const asked: z.infer<typeof Asked>[] = []
  const genuine: unknown = Reflect.get(pg.Client.prototype, 'query')
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]): unknown {
    const parsed = Asked.safeParse(given.slice(0, 2))
    if (parsed.success) asked.push(parsed.data)
    const answer: unknown = typeof genuine === 'function' ? Reflect.apply(genuine, this, given) : undefined
    return answer
  })
  await createOverview({ database, storage }).persons(uid)
  Reflect.set(pg.Client.prototype, 'query', genuine)
  await database.close()
  const [only, another] = asked
  if (!only || another) throw new Error('the overview is no longer one statement')
  return { url: databaseUrl, text: only[0].text, values: only[1], uid }
}

async function perSecond(url: string, path: string, headersOf: (uid: string) => Record<string, string>) {
  const requests = TEAM_UIDS.map((uid) => ({ method: 'GET' as const, path, headers: headersOf(uid) }))
  await autocannon({ url, connections: CONNECTIONS, duration: 2, requests })
  const result = await autocannon({ url, connections: CONNECTIONS, duration: LOAD_SECONDS, requests })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} calls went wrong`)
  return result.requests.average
}

const signedIn = (uid: string) => ({ authorization: idToken(uid) })

async function timeMs(url: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url + GET_ALL, { headers: signedIn(seededUid(1)) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return performance.now() - start
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

async function compareReads(few: string, many: string) {
  const [ofFew, ofMany]: [number[], number[]] = [[], []]
  for (let n = 0; n < READS; n++) {
    // One after the other, so that the machine's moods meet both.
    ofFew.push(await timeMs(few))
    ofMany.push(await timeMs(many))
  }
  return { fewMs: median(ofFew.slice(20)), manyMs: median(ofMany.slice(20)) }
}

/** Megabytes that a process holds. */
function memoryMb(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function uploadAtOnce(url: string, pid: number | undefined): Promise<number> {
  const bytes = Buffer.alloc(FILE_BYTES, 7)
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(bytes)
  const { payload, headers } = multipart([{ field: 'file', fileName: 'a.jpg', bytes }])
  const send = async (
    path: string,
    uid: string,
    init: { headers: Record<string, string>; body: BodyInit },
  ) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      ...init,
      headers: { ...init.headers, ...signedIn(uid) },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  const before = memoryMb(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryMb(pid))), 50)
  const uploaders = Array.from({ length: UPLOADERS }, async () => {
    const uid = crypto.randomUUID()
    const body = JSON.stringify({ name: 'Anna', gender: 'female', consentVersion: CONSENT_VERSION })
    const made = await send('/persons/create_new', uid, {
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { id } = endpoints.createPerson.response.parse(JSON.parse(made))
    for (let n = 0; n < FILES; n++)
      await send(`/persons/upload_images?personid=${id}`, uid, { headers, body: new Uint8Array(payload) })
  })
  await Promise.all(uploaders).finally(() => clearInterval(watch))
  return most - before
}

const met = (isMet: boolean) => (isMet ? 'met' : 'not met')

/** The API against a bare route, against its own size, and under uploads; on the server of TEST_DATABASE_URL. */
export async function measureApi(): Promise<Measurement[]> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (!serverUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const [few, many] = [await seeded(serverUrl, FEW), await seeded(serverUrl, MANY)]
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'))
  const identity = await startIdentityEmulator()
  const ofMany = await startApi(many, join(folder, 'many'), identity.host)
  const bare = fork(join(import.meta.dirname, 'bare-route.ts'))
  bare.send(await statementOf(many, join(folder, 'overview')))
  const [bareUrl] = z.tuple([z.string()]).parse((await once(bare, 'message')).slice(0, 1))
  const ofBare = await perSecond(bareUrl, '/', (uid) => ({ uid }))
  const ofApi = await perSecond(ofMany.url, GET_ALL, signedIn)
  await end(bare)
  const ofFew = await startApi(few, join(folder, 'few'), identity.host)
  const { fewMs, manyMs } = await compareReads(ofFew.url, ofMany.url)
  await end(ofMany.child)
  const growthMb = await uploadAtOnce(ofFew.url, ofFew.child.pid)
  await end(ofFew.child)
  await identity.close()
  await rm(folder, { recursive: true, force: true })
  const share = ofApi / ofBare
  const growth = manyMs / fewMs
  return [
    {
      what: 'get_all, 20 persons with 240 headshots, among a million',
      figure: `${ofApi.toFixed(0)} requests/s`,
      bar: '',
    },
    {
      what: 'a bare Fastify route with the same statement',
      figure: `${ofBare.toFixed(0)} requests/s`,
      bar: '',
    },
    {
      what: 'get_all over the bare route',
      figure: `${share.toFixed(2)} x`,
      bar: `>= 0.5 x: ${met(share >= 0.5)}`,
    },
    { what: 'get_all at 10,000 headshots, median', figure: `${fewMs.toFixed(1)} ms`, bar: '' },
    {
      what: 'the same at 1,000,000',
      figure: `${manyMs.toFixed(1)} ms`,
      bar: `<= 1.3 x: ${met(growth <= 1.3)}`,
    },
    {
      what: `memory the API gains while ${UPLOADERS} users send ${FILES} files of 15 MB each`,
      figure: `${growthMb.toFixed(0)} MB`,
      bar: `< 150 MB: ${met(growthMb < 150)}`,
    },
  ]
}
