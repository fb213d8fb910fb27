/**
 * Orders through a whole installation on this machine: PostgreSQL, a bucket, nginx as `deploy/` has it, two sites, two APIs, a
 * worker of each role, Stripe's emulator and a mail server. Each process is killed in turn, PostgreSQL crashes, the bucket is away,
 * hooks come twice, reordered, forged or not at all, and a release with migrations is deployed:
 * `npm run drill:fleet -- --help`.
 * The studio is a scripted one (`tests/load/orders/scripted-studio.ts`): pictures are a few bytes, made at once.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresDatabase } from '#backend/providers/database/postgres.ts'
import { createS3Storage } from '#backend/providers/storage/s3.ts'
import { createSmtpServer, createStore } from '#emulators/inbox/received.ts'
import { readOptions } from '#scripts/options.ts'
import { root } from '#scripts/start/root.ts'
import { PROJECT_ID, startIdentityEmulator } from '#tests/api/support/identity.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { startCuttableProxy } from '#tests/support/cuttable-proxy.ts'
import { startEdge } from '#tests/support/edge.ts'
import { startPostgresServer } from '#tests/support/postgres-server.ts'
import { bucketSettings, startS3Server } from '#tests/support/s3-server.ts'
import { GATEWAY_PREFIX } from '#contract/gateway.ts'
import { audit, readBooks, readLedger } from '../orders/audit.ts'
import { seeded } from '../orders/plan.ts'
import { createSay, enqueueNight, isPending, LOOK_MS, openShop, stock } from '../orders/shop.ts'
import { startStripeSide } from '../orders/stripe-side.ts'
import { tableOf } from '../orders/table.ts'
import { auditDeployment, auditFiles, auditUploads, auditWork } from './audit.ts'
import { deploy, type Deployed } from './deployment.ts'
import { planFleet } from './fleet.ts'
import { createGate } from './gate.ts'
import { makeNextRelease, MIGRATIONS } from './releases.ts'

const USAGE = `npm run drill:fleet -- [options]

  --orders N      orders (100); one of two styles counts once
  --users N       who order (50)
  --away N        for how many seconds the bucket is away (60)
  --seed N        another plan for another number (1)
  --from FOLDER   a checkout of the release before, with its packages: this one is deployed over it, and its migrations are
                  the real ones; without it, this one is deployed over itself with two migrations more`

const { values } = readOptions(USAGE, {
  options: {
    orders: { type: 'string', default: '100' },
    users: { type: 'string', default: '50' },
    away: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string' },
  },
})
const orderCount = Number(values.orders)
const userCount = Math.min(Number(values.users), orderCount)
const awaySeconds = Number(values.away)
/** How long PostgreSQL lies after its crash, and hooks are held back. */
const CRASH_SECONDS = 5
const HELD_SECONDS = 10

const say = createSay()
const folder = await mkdtemp(join(tmpdir(), 'drill-fleet-'))
const logs = join(folder, 'logs')
await mkdir(logs)
const random = seeded(Number(values.seed))

const releaseBefore = values.from === undefined ? root : resolve(values.from)
const release = values.from === undefined ? join(folder, 'next') : root
if (values.from === undefined) await makeNextRelease(release)

/** What runs for the drill, and how it ends: the last begun first. */
const begun = new AsyncDisposableStack()
let ending: Promise<void> | undefined
const end = (): Promise<void> => (ending ??= begun.disposeAsync())
// A drill that crashes or is stopped leaves no process either.
for (const cause of ['uncaughtException', 'SIGINT', 'SIGTERM'] as const)
  process.on(cause, (reason: unknown) => {
    // While it ends, what the drill goes on with fails, too.
    if (!ending) console.error(reason)
    void end().finally(() => process.exit(1))
  })

const postgres = begun.adopt(await startPostgresServer(), (server) => server.stop())
const s3 = begun.adopt(await startS3Server(), (server) => server.close())
const { hostname, port } = new URL(s3.endpoint)
const wayToBucket = begun.adopt(await startCuttableProxy({ host: hostname, port: Number(port) }), (proxy) =>
  proxy.close(),
)
const bucket = { ...s3, endpoint: `http://${wayToBucket.host}:${wayToBucket.port}` }
const identity = begun.adopt(await startIdentityEmulator(), (emulator) => emulator.close())
const mails = createStore()
const smtpPort = await freePort()
const smtp = createSmtpServer(mails)
await new Promise<void>((listening) => smtp.listen(smtpPort, '127.0.0.1', listening))
begun.defer(() => new Promise<void>((closed) => smtp.close(closed)))
const gatewaySecret = randomBytes(32).toString('hex')
const fleet = await planFleet(logs)
const edge = begun.adopt(await startEdge(fleet.siteUrls, { apiUrl: fleet.apiUrls, gatewaySecret }), (nginx) =>
  nginx.stop(),
)
const stripeSide = begun.adopt(
  await startStripeSide({ hooksAt: edge.url, file: join(folder, 'stripe.jsonl'), random }),
  (side) => side.close(),
)
// It is looked into while PostgreSQL crashes as well.
const database = begun.adopt(
  await createPostgresDatabase({ url: postgres.url, migrations: 'ignore', onError: () => undefined }),
  (connected) => connected.close(),
)
const opened = { database, storage: createS3Storage({ ...s3, usesPathStyle: true }) }
begun.defer(() => opened.storage.close())
begun.defer(() => fleet.close())
const ofAll = {
  // For the emulators.
  ALLOW_EMBEDDED: '1',
  GATEWAY_SECRET: gatewaySecret,
  FIREBASE_PROJECT_ID: PROJECT_ID,
  FIREBASE_AUTH_EMULATOR_HOST: identity.host,
  SITE_URL: edge.url,
}

async function start(): Promise<void> {
  const backend = {
    ...ofAll,
    ...stripeSide.environment,
    ...bucketSettings(bucket),
    DATABASE: 'postgres',
    DATABASE_URL: postgres.url,
    DATABASE_CONNECTIONS: '8',
    // Of the signer that the scripted studio replaces.
    DATA_DIR: folder,
    MAILER: 'inbox',
    INBOX_SMTP_PORT: String(smtpPort),
  }
  const site = { ...ofAll, BACKEND_URL: edge.innerUrl, TRUSTED_PROXIES: '1', KEEP_ALIVE_TIMEOUT: '65000' }
  fleet.configure(backend)
  await fleet.migrate(releaseBefore)
  await stock(opened.database, userCount)
  await fleet.start({ site, release: releaseBefore })
}

async function drill(): Promise<number> {
  await start()
  say(
    `${orderCount} orders by ${userCount} users; ${fleet.places.map(({ name }) => name).join(', ')}; logs in ${logs}`,
  )
  say('the studio is scripted: training and rendering take no time, and pictures are a few bytes')
  await stripeSide.meddle()
  const gate = createGate(random)
  const shop = openShop({
    orderCount,
    userCount,
    random,
    say,
    apiUrl: edge.url + GATEWAY_PREFIX,
    atStripe: stripeSide.act,
    mayOrder: gate.pass,
  })
  const shopping = shop.sell()
  // A failure is handled where it is awaited, after the mishaps.
  shopping.catch(() => undefined)
  let deployed: Deployed | undefined
  const mishaps = [
    ...fleet.places.map((place) => ({
      share: 1,
      async happen() {
        say(`kill -9 of ${place.name}`)
        await fleet.kill(place)
      },
    })),
    { share: 2, happen: crash },
    { share: 2, happen: withoutBucket },
    { share: 2, happen: reorder },
    {
      share: 5,
      async happen() {
        deployed = await deploy({ fleet, edge, release, repeats: shop.repeats, say })
      },
    },
  ]
  const shares = mishaps.reduce((sum, { share }) => sum + share, 0)
  let before = 0
  for (const { share, happen } of mishaps) {
    // As many orders begin with each mishap as are its share, and each has orders under way.
    const due = Math.ceil((orderCount * (before + share)) / shares)
    gate.open(due)
    before += share
    if (await isPending(shopping)) await sleep(1000)
    await happen()
  }
  await shopping
  say('all have bought; what the hooks missed is asked for at night')
  await enqueueNight(opened.database, { kind: 'postgres', url: postgres.url })
  await shop.settled()
  while ((await stripeSide.readTold()).some(({ outcome }) => outcome === 'waiting')) await sleep(LOOK_MS)
  const work = await auditWork(opened)
  if (!deployed) throw new Error('nothing was deployed')
  const { orders, repeats, selfieIds } = shop
  const findings = [
    ...audit(
      orders,
      await readLedger(opened.database),
      await readBooks(stripeSide.stripe),
      await stripeSide.readTold(),
      {
        repeats,
        mayGiveUp: false,
        mishaps: [
          ['kill -9', fleet.places.length],
          ['crashes of PostgreSQL', 1],
          ['seconds without the bucket', awaySeconds],
          ['seconds in which hooks were held, then reversed', HELD_SECONDS],
        ],
      },
    ),
    await auditUploads(opened, selfieIds),
    await auditFiles(opened),
    work,
    await auditDeployment(opened, deployed, join(release, MIGRATIONS)),
  ]
  const { text, differenceCount } = tableOf(findings)
  console.log(text)
  console.log(differenceCount === 0 ? '\nNo difference.' : `\n${differenceCount} differences.`)
  return differenceCount
}

async function crash(): Promise<void> {
  say(`PostgreSQL crashes, and is back after ${CRASH_SECONDS} s`)
  await postgres.crash()
  await sleep(1000 * CRASH_SECONDS)
  await postgres.start()
}

async function withoutBucket(): Promise<void> {
  say(`the bucket is away for ${awaySeconds} s`)
  await wayToBucket.cut()
  await sleep(1000 * awaySeconds)
  await wayToBucket.mend()
}

async function reorder(): Promise<void> {
  say(`hooks are held for ${HELD_SECONDS} s, then sent, the newest first`)
  await stripeSide.withoutHooks(() => sleep(1000 * HELD_SECONDS), { reversed: true })
}

let differenceCount = 1
try {
  differenceCount = await drill()
} finally {
  await end()
  // Whoever looks for the reason of a difference finds it in the logs.
  if (differenceCount === 0) await rm(folder, { recursive: true, force: true })
}
// Open sockets of the drill's servers would keep the process alive.
process.exit(differenceCount === 0 ? 0 : 1)
