/**
 * Real orders on this machine, for `npm run simulate` to be fed with and held against: PostgreSQL, a bucket, an API and a worker.
 * An engine that takes its time without a processor stands in the studio's place (`timed-studio.ts`), so that the queue is what
 * is seen, however busy the machine. First a visitor sends selfies and buys nothing; then customers come at seeded random moments.
 * `node tests/load/real-orders/main.ts --help`
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { OPEN_BUNDLE_STATES } from '#contract/bundles.ts'
import { SELFIE_ADVISED } from '#contract/limits.ts'
import { SCHEMA } from '#backend/providers/queue/pg-boss-schema.ts'
import { createRandom } from '#scripts/simulate/random.ts'
import { readOptions, refuse } from '#scripts/options.ts'
import type { RealRun } from '#scripts/simulate/real-run.ts'
import { GATEWAY_SECRET } from '#tests/api/support/backend.ts'
import { PROJECT_ID, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { jpegFile } from '#tests/api/support/test-backend.ts'
import { bundleOf, buyFree, selfiesOf, sendSelfies } from '#tests/api/support/order.ts'
import { startMember, type Member } from '#tests/cluster/support/processes.ts'
import { DATABASES } from '#tests/ports/support/databases.ts'
import { startBucketProxy } from '#tests/support/bucket-proxy.ts'
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'

const USAGE = `TEST_DATABASE_URL=... node tests/load/real-orders/main.ts --out FILE [options]

  --out FILE      where to write what was measured
  --orders N      customers (24)
  --gap SECONDS   between two customers, on average (12)
  --seed N        other moments for another number (1)`

const { values } = readOptions(USAGE, {
  options: {
    out: { type: 'string' },
    orders: { type: 'string', default: '24' },
    gap: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
})
const out = values.out
if (out === undefined) refuse('--out is missing')

/** As often as the product's pages ask while somebody waits (`components/persons/use-person-live.ts`). */
const PAGE_ASKS_MS = 1500
const IDLE_SECONDS = 20
const LOOK_MS = 1000
const ENTRY = 'tests/load/orders/backend.ts'

const identity = await startIdentityEmulator()
const s3 = await startS3Server()
const bucket = await startBucketProxy(s3.endpoint)
const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
const opened = await openPostgres()
if (opened.connection.kind !== 'postgres') throw new Error('not PostgreSQL')
const folder = await mkdtemp(join(tmpdir(), 'real-orders-'))
const books = new pg.Client({ connectionString: opened.connection.url })
await books.connect()
const settings = {
  // For the identity emulator.
  ALLOW_EMBEDDED: '1',
  GATEWAY_SECRET,
  FIREBASE_PROJECT_ID: PROJECT_ID,
  FIREBASE_AUTH_EMULATOR_HOST: identity.host,
  DATABASE: 'postgres',
  DATABASE_URL: opened.connection.url,
  PAYMENTS: 'none',
  DATA_DIR: folder,
  SCRIPTED_STUDIO: new URL('./timed-studio.ts', import.meta.url).href,
  ...bucketSettings({ ...s3, endpoint: bucket.endpoint }),
}
const members: Member[] = []
const startedAt = Date.now()
const now = (): number => (Date.now() - startedAt) / 1000
const say = (line: string): void => console.log(`${now().toFixed(0).padStart(4)} s  ${line}`)

/** What was used up so far. */
interface Counts {
  transactions: number
  writes: number
  reads: number
}

async function counts(): Promise<Counts> {
  const { rows } = await books.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  const [row] = z.array(z.object({ count: z.coerce.number() })).parse(rows)
  const reads = bucket.seen.filter(({ method }) => method === 'GET' || method === 'HEAD').length
  return { transactions: row?.count ?? 0, writes: bucket.seen.length - reads, reads }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(1, numbers.length)

/** Sends selfies and waits for their verdicts. @returns the person's id */
async function visit(api: Member, uid: string, selfies: readonly Uint8Array[]): Promise<string> {
  const personId = await sendSelfies(api, uid, selfies)
  for (;;) {
    const { selfies: seen } = await selfiesOf(api, uid, personId)
    const refused = seen.find(({ state }) => state === 'rejected')
    if (refused) throw new Error(`a selfie was refused: ${JSON.stringify(refused)}`)
    if (seen.every(({ state }) => state === 'accepted')) return personId
    await sleep(PAGE_ASKS_MS)
  }
}

interface Bought {
  bundleId: string
  began: number
  bought: number
  headshots: number
}

/** A customer from the first selfie to the last headshot. */
async function shop(api: Member, uid: string, selfies: readonly Uint8Array[]): Promise<Bought> {
  const began = now()
  const personId = await visit(api, uid, selfies)
  const bought = now()
  const bundleId = await buyFree(api, uid, personId)
  for (;;) {
    const { state, generatedCount } = await bundleOf(api, { uid, personId, bundleId })
    if (state === 'ready') {
      say(`${uid}: ${generatedCount} headshots ${(now() - bought).toFixed(1)} s after the purchase`)
      return { bundleId, began, bought, headshots: generatedCount }
    }
    if (!OPEN_BUNDLE_STATES.includes(state)) throw new Error(`the bundle of ${uid} is ${state}`)
    await sleep(PAGE_ASKS_MS)
  }
}

interface Span {
  from: number
  to: number
  /** The bundle that the job was about, if it was one. */
  bundleId: string | null
}

/** When the jobs of a name ran, in seconds of this run: as the queue wrote it down. */
async function spansOf(name: string): Promise<Span[]> {
  const { rows } = await books.query(
    `select extract(epoch from started_on) - $2 as from, extract(epoch from completed_on) - $2 as to,
       data ->> 'bundleId' as "bundleId"
     from ${SCHEMA}.job where state = 'completed' and name = $1 order by started_on`,
    [name, startedAt / 1000],
  )
  return z
    .array(z.object({ from: z.coerce.number(), to: z.coerce.number(), bundleId: z.string().nullable() }))
    .parse(rows)
}

function timesOf(spans: readonly Span[]): { seconds: number; spread: number } {
  const all = spans.map(({ from, to }) => to - from)
  const seconds = mean(all)
  return { seconds, spread: Math.sqrt(mean(all.map((one) => (one - seconds) ** 2))) / seconds }
}

async function measure(): Promise<RealRun> {
  const selfies = Array.from({ length: SELFIE_ADVISED.min }, () => jpegFile())
  const api = await startMember('api', settings, { entry: ENTRY })
  members.push(api, await startMember('worker', settings, { entry: ENTRY }))
  // A start asks more than a process that waits.
  await sleep(1000 * IDLE_SECONDS)
  const idleFrom = await counts()
  await sleep(1000 * IDLE_SECONDS)
  const idlePerSecond = ((await counts()).transactions - idleFrom.transactions) / IDLE_SECONDS
  say(`${idlePerSecond.toFixed(1)} transactions a second without work`)

  const loads: number[] = []
  const watching = setInterval(() => loads.push(loadavg()[0] ?? 0), LOOK_MS)
  /** What happened since, without what happens without work. */
  const since = async (before: Counts, from: number) => {
    const after = await counts()
    const transactions = after.transactions - before.transactions - idlePerSecond * (now() - from)
    return { transactions, writes: after.writes - before.writes, reads: after.reads - before.reads }
  }
  const quiet = () => sleep(4 * PAGE_ASKS_MS)

  const visitBegan = now()
  const beforeVisit = await counts()
  await visit(api, 'visitor', selfies)
  await quiet()
  const visitor = await since(beforeVisit, visitBegan)
  say('the visitor has the verdicts')

  const ordersBegan = now()
  const beforeOrders = await counts()
  const random = createRandom(Number(values.seed))
  const shopping: Promise<Bought>[] = []
  for (let index = 0; index < Number(values.orders); index++) {
    shopping.push(shop(api, `customer-${index}`, selfies))
    await sleep(1000 * random.exponential(Number(values.gap)))
  }
  const boughts = await Promise.all(shopping)
  await quiet()
  const ordered = await since(beforeOrders, ordersBegan)
  clearInterval(watching)
  const perOrder = (all: number, ofVisitor: number): number => all / boughts.length - ofVisitor
  const [trainings, bundles] = [await spansOf('train-person'), await spansOf('generate-bundle')]
  return {
    machine: `${availableParallelism()} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`,
    loadAverage: mean(loads),
    orders: boughts.map(({ bundleId, ...bought }) => ({
      ...bought,
      ready: bundles.find((bundle) => bundle.bundleId === bundleId)?.to ?? NaN,
    })),
    jobs: { training: timesOf(trainings), bundle: timesOf(bundles) },
    database: {
      idlePerSecond,
      perVisitor: visitor.transactions,
      perOrder: perOrder(ordered.transactions, visitor.transactions),
    },
    storage: {
      writesPerVisitor: visitor.writes,
      readsPerVisitor: visitor.reads,
      writesPerOrder: perOrder(ordered.writes, visitor.writes),
      readsPerOrder: perOrder(ordered.reads, visitor.reads),
    },
  }
}

/** A hundredth is as exact as it was measured. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.round(100 * value) / 100 : value

try {
  await writeFile(out, `${JSON.stringify(await measure(), rounded, 2)}\n`)
} finally {
  await Promise.all(members.map((member) => member.kill()))
  await books.end()
  await opened.close()
  await bucket.close()
  await s3.close()
  await identity.close()
  await rm(folder, { recursive: true, force: true })
}
process.exit()
