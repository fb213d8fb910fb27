/**
 * Orders over three engines that misbehave, each in its turn, while worker and API are killed with -9 and one vendor goes away for
 * good: `npm run drill:engines -- --help`.
 * The backend is the real one, API and worker apart on PostgreSQL: one of this machine that is thrown away afterwards, or that of
 * TEST_DATABASE_URL. Engines, protocols, hooks, money and files are real; persons are not: each is a color (`plain-pictures.ts`),
 * which the scripted eye recognizes, so that no processor time goes into faces.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { IDEMPOTENCY_HEADER } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { LookId, StudioStyleId, type StyleId } from '#contract/styles.ts'
import { tables, type Database } from '#backend/providers/database/database-port.ts'
import { createFileStorage } from '#backend/providers/storage/files.ts'
import { readOptions, refuse } from '#scripts/options.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { startIdentityEmulator } from '#tests/api/support/identity.ts'
import { startPostgresServer } from '#tests/support/postgres-server.ts'
import { createGate } from '../fleet/gate.ts'
import { auditOrdersAndMoney, readBooks, readLedger, type Finding } from '../orders/audit.ts'
import { seeded, type Kind } from '../orders/plan.ts'
import { createSay, LOOK_MS, openShop } from '../orders/shop.ts'
import { startStripeSide } from '../orders/stripe-side.ts'
import { tableOf } from '../orders/table.ts'
import { openHouse } from '../orders/test-product.ts'
import {
  auditCosts,
  auditDeletions,
  auditPictures,
  auditRerolls,
  auditVendors,
  countOpenRerolls,
} from './audit.ts'
import { MISBEHAVIOURS, misbehave } from './misbehaviours.ts'
import { colorOf, drawSelfie } from './plain-pictures.ts'
import { startVendors, VENDORS, vendorSettings, type VendorName } from './vendors.ts'

const USAGE = `npm run drill:engines -- [options]

  --orders N   orders (60); one of two styles counts once
  --users N    who order, one person each (half of the orders)
  --kills N    how often worker and API are killed with -9 while customers buy (3), and once afterwards; each time the settings
               name the engines in another order
  --away NAME  the vendor that goes away for good in the middle: ${VENDORS.join(', ')}, or none (fal)
  --seed N     another plan for another number (1)`

const { values } = readOptions(USAGE, {
  options: {
    orders: { type: 'string', default: '60' },
    users: { type: 'string' },
    kills: { type: 'string', default: '3' },
    away: { type: 'string', default: 'fal' },
    seed: { type: 'string', default: '1' },
  },
})
const [orderCount, killCount] = [Number(values.orders), Number(values.kills)]
const userCount = Number(values.users ?? Math.ceil(orderCount / 2))
const leaving = VENDORS.find((name) => name === values.away)
if (!leaving && values.away !== 'none') refuse(`--away ${values.away}: no such vendor`)

const KINDS: readonly Kind[] = [
  'pays',
  'pays and closes the tab',
  'asks for the money back',
  'pays for two styles',
  'pays for two styles and asks for one back',
]
/** At companies, which each person agrees to. */
const COMPANIES: readonly VendorName[] = ['fal', 'replicate']
/** How long one misbehaviour lasts at most: few orders do not fill more. */
const TURN_MOST_MS = Math.min(8000, 350 * orderCount)
/** An order of which nothing was heard for so long is made older than any engine waits for it. */
const SILENT_SECONDS = 60
const OLDER_HOURS = 3
/** Longer than any vendor keeps files, and than a deleted version stays. */
const VENDORS_LATER_SECONDS = 3700
const PATIENCE_MS = 600_000

const say = createSay()
const folder = await mkdtemp(join(tmpdir(), 'drill-engines-'))
const log = createWriteStream(join(folder, 'backend.log'))
const random = seeded(Number(values.seed))
const own = process.env.TEST_DATABASE_URL === undefined ? await startPostgresServer() : undefined
const identity = await startIdentityEmulator()
const [apiPort, hookPort] = [await freePort(), await freePort()]
const apiUrl = `http://127.0.0.1:${apiPort}`
const vendors = await startVendors(random)
const stripeSide = await startStripeSide({ hooksAt: apiUrl, file: join(folder, 'stripe.jsonl'), random })
const house = await openHouse({
  folder,
  apiPort,
  serverUrl: own?.url,
  onLine: (line) => log.write(`${line}\n`),
  environment: {
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    ...stripeSide.environment,
    ...vendorSettings(vendors, { hookPort }),
    // Where vendors fetch selfies and models, and where their hooks arrive.
    BACKEND_PUBLIC_URL: apiUrl,
    SITE_URL: apiUrl,
    JOB_CONCURRENCY: '2',
    ENGINES: enginesAt(0).join(),
    SCRIPTED_STUDIO: new URL('./plain-studio.ts', import.meta.url).href,
  },
})
const storage = await createFileStorage({
  folder: join(folder, 'storage'),
  secrets: ['not used'],
  publicUrl: apiUrl,
  isSoleWriter: false,
})

/** Each vendor is preferred for a while; who is away is left out by the operator. */
function enginesAt(restart: number): string[] {
  const first = restart % VENDORS.length
  const turned = [...VENDORS.slice(first), ...VENDORS.slice(0, first)]
  return [
    ...turned.filter((name) => !vendors.some((vendor) => vendor.name === name && vendor.isAway())),
    'studio',
  ]
}

/** Looks and styles of the studio in turn, others for each customer. */
function stylesOf(user: number): StyleId[] {
  const turn = <T>(all: readonly T[]): T[] => [
    ...all.slice(user % all.length),
    ...all.slice(0, user % all.length),
  ]
  const [looks, others] = [turn(LookId.options), turn(StudioStyleId.options)]
  const mixed = looks.flatMap((look, index): StyleId[] => [look, others[index] ?? look])
  return user % 2 === 0 ? mixed : mixed.reverse()
}

/** Sets back the time of orders without an answer, which a worker would otherwise wait hours for before it gives them up. */
async function age({ queries }: Database): Promise<void> {
  const { vendorJobs } = tables
  const ago = (text: string) => sql<Date>`now() - ${text}::interval`
  // Replicate has a list: there an order is found by its time, or surely not there, within a minute.
  const isSilent = or(
    and(eq(vendorJobs.state, 'sending'), eq(vendorJobs.engine, 'fal' satisfies VendorName)),
    // Containers can be asked nothing.
    and(inArray(vendorJobs.state, ['sending', 'sent']), eq(vendorJobs.engine, 'cog' satisfies VendorName)),
  )
  const aged = await queries
    .update(vendorJobs)
    .set({ submittedAt: sql`${vendorJobs.submittedAt} - ${`${OLDER_HOURS} hours`}::interval` })
    .where(
      and(
        isSilent,
        lt(vendorJobs.submittedAt, ago(`${SILENT_SECONDS} seconds`)),
        gt(vendorJobs.submittedAt, ago('1 hour')),
      ),
    )
    .returning({ id: vendorJobs.id })
  agedCount += aged.length
}
let agedCount = 0

/** An operator has them named in another order: those who promise and those who work have to agree. */
async function restart(engines: readonly string[]): Promise<void> {
  await house.killWorker()
  await house.kill()
  house.configure({ ENGINES: engines.join() })
  await house.start()
}

async function drill(database: Database): Promise<number> {
  await house.start()
  say(
    `${orderCount} orders by ${userCount} users on ${house.database}; engines: ${enginesAt(0).join()}; log in ${folder}`,
  )
  say('persons are colors, and the eye is scripted: no processor time goes into faces')
  const gate = createGate(random)
  let mark = 0
  const shop = openShop({
    orderCount,
    userCount,
    apiUrl,
    random,
    say,
    kinds: KINDS,
    atStripe: stripeSide.act,
    mayOrder: gate.pass,
    wishesOf: (user) => {
      const drawn = selfiesOf[user] ?? []
      return {
        styleIds: stylesOf(user),
        agreesTo: COMPANIES,
        selfie: () => drawn[mark++ % drawn.length] ?? new Uint8Array(),
      }
    },
  })
  const shopping = shop.sell()
  // A failure is handled where it is awaited, after the mishaps.
  shopping.catch(() => undefined)

  const turns = MISBEHAVIOURS.length * (killCount + 1)
  const ordersMore = Math.max(2, Math.ceil(orderCount / 15))
  for (let turn = 0; turn < turns; turn += 1) {
    const [phase, index] = [Math.floor(turn / MISBEHAVIOURS.length), turn % MISBEHAVIOURS.length]
    if (phase > 0 && index === 0) {
      say(`kill -9 of worker and API; engines from now on: ${enginesAt(phase).join()}`)
      await restart(enginesAt(phase))
    }
    gate.open(Math.ceil((orderCount * (turn + 1)) / turns))
    if (leaving && turn === Math.floor(turns / 2)) {
      say(`${leaving} goes away for good`)
      for (const vendor of vendors) if (vendor.name === leaving) await vendor.goAway()
    }
    const [preferred] = enginesAt(phase)
    const misbehaving = vendors.filter(({ name }) => name === preferred)
    const misbehaviour = MISBEHAVIOURS[index]
    if (!misbehaviour) continue
    say(`${shop.orders.length} orders; ${preferred}: ${misbehaviour.name}`)
    await misbehave(misbehaviour, misbehaving, { ordersMore, mostMs: TURN_MOST_MS })
    await age(database)
  }
  await shopping
  const last = enginesAt(0).toReversed()
  say(`all have bought; engines from now on: ${last.join()}`)
  await restart(last)
  await shop.settled(() => age(database))
  const rerolls = await rerollOnce(database, shop)

  const ledger = await readLedger(database)
  const colors = new Map(shop.orders.map(({ personId, uid }) => [personId, colorOf(userOf(uid))]))
  const bundleOf = new Map(ledger.payments.map(({ id, bundleId }) => [id, bundleId ?? '']))
  const told = vendors.flatMap((vendor) => vendor.told())
  const { orders, repeats } = shop
  const findings: Finding[] = [
    {
      what: 'What went wrong on purpose',
      rows: [
        ['kill -9 of worker and API', killCount + 1],
        ['times a vendor misbehaved', turns],
        ['hooks told', told.length],
        ['hooks forged', told.filter(({ forged }) => forged !== null).length],
        ['hooks lost', told.filter(({ outcome }) => outcome === 'dropped').length],
        [`orders without news for ${SILENT_SECONDS} s, made older`, agedCount],
        ['calls without an answer, made again', repeats.unanswered],
      ].map(([name, count]) => [String(name), Number(count), Number(count)]),
      differences: vendors
        .flatMap((vendor) => vendor.believed())
        .map(({ job }) => `a forged hook of ${job} was believed`),
    },
    ...auditOrdersAndMoney(orders, ledger, await readBooks(stripeSide.stripe), true),
    await auditRerolls(database, rerolls),
    await auditPictures(database, storage, colors),
    ...(await auditVendors(database, vendors)),
    await auditCosts(database, orders, bundleOf),
    await deleteEverybody(database, shop),
  ]
  const { text, differenceCount } = tableOf(findings)
  console.log(text)
  console.log(differenceCount === 0 ? '\nNo difference.' : `\n${differenceCount} differences.`)
  return differenceCount
}

const userOf = (uid: string): number => Number(uid.split('-')[1])

type Shop = ReturnType<typeof openShop>

/** Waits until `isDone`, for as long as that may take; what is not done by then shows in the table. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await isDone()) && Date.now() < giveUpAt) await sleep(LOOK_MS)
}

/** Every customer has one headshot of each finished bundle made anew. @returns how many were asked for */
async function rerollOnce(database: Database, { customers }: Shop): Promise<number> {
  const { bundles, headshots, persons } = tables
  const ready = await database.queries
    .selectDistinctOn([headshots.bundleId], { userImageKey: headshots.userImageKey, uid: persons.uid })
    .from(headshots)
    .innerJoin(bundles, eq(bundles.id, headshots.bundleId))
    .innerJoin(persons, eq(persons.id, bundles.personId))
    .where(and(eq(bundles.state, 'ready'), eq(headshots.passed, true)))
  const { path, response } = endpoints.rerollHeadshot
  for (const { userImageKey, uid } of ready) {
    const customer = customers.find((one) => one.uid === uid)
    await customer?.post(response, path, { userImageKey }, { [IDEMPOTENCY_HEADER]: randomUUID() })
  }
  say(`${ready.length} headshots are made anew`)
  await until(async () => {
    await age(database)
    return (await countOpenRerolls(database)) === 0
  })
  return ready.length
}

async function deleteEverybody(database: Database, { customers, orders }: Shop): Promise<Finding> {
  const { personDeletions } = tables
  const people = new Map(orders.map(({ personId, uid }) => [personId, uid]))
  const { path, response } = endpoints.deletePerson
  for (const [personId, uid] of people) {
    const customer = customers.find((one) => one.uid === uid)
    await customer?.call(response, `${path}?personid=${personId}`, () => ({ method: 'POST' }))
  }
  say(`${people.size} persons are deleted`)
  const isOpen = inArray(personDeletions.state, ['requested'])
  await until(async () => {
    for (const vendor of vendors)
      if (!vendor.isAway()) await vendor.command('clock', { seconds: VENDORS_LATER_SECONDS })
    return (await database.queries.$count(personDeletions, isOpen)) === 0
  })
  return auditDeletions(database, { storage, vendors, personCount: people.size })
}

const selfiesOf = await Promise.all(
  Array.from({ length: userCount }, (_, user) =>
    Promise.all([1, 2, 3, 4].map((take) => drawSelfie(colorOf(user), 1000 * user + take))),
  ),
)
let differenceCount = 1
try {
  differenceCount = await house.whileDown(({ database }) => drill(database))
} finally {
  await house.close()
  for (const vendor of vendors) await vendor.goAway()
  await stripeSide.close()
  await identity.close()
  await own?.stop()
  // Whoever looks for the reason of a difference finds it in the log.
  if (differenceCount === 0) await rm(folder, { recursive: true, force: true })
}
process.exit(differenceCount === 0 ? 0 : 1)
