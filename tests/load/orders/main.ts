/**
 * Orders through the Stripe emulator while webhooks arrive twice, late, out of order, forged or not at all, the API is
 * killed, and Stripe and the database are away for a minute each: `npm run drill:orders -- --help`. PGlite is away with its process.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '#scripts/options.ts'
import { startIdentityEmulator } from '#tests/api/support/identity.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { audit, readBooks, readLedger } from './audit.ts'
import { seeded } from './plan.ts'
import { createSay, enqueueNight, isPending, LOOK_MS, openShop, stock } from './shop.ts'
import { startStripeSide } from './stripe-side.ts'
import { tableOf } from './table.ts'
import { openHouse } from './test-product.ts'

const USAGE = `npm run drill:orders -- [options]

  --orders N   orders (200); one of two styles counts once
  --users N    who order (20)
  --kills N    how often the API is killed with -9 (3)
  --away N     for how many seconds Stripe, and then the database, is away (60)
  --seed N     another plan for another number (1)

With TEST_DATABASE_URL on PostgreSQL, API and worker apart; without it in one process on PGlite.`

const { values } = readOptions(USAGE, {
  options: {
    orders: { type: 'string', default: '200' },
    users: { type: 'string', default: '20' },
    kills: { type: 'string', default: '3' },
    away: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const [orderCount, userCount, killCount] = [Number(values.orders), Number(values.users), Number(values.kills)]
const awaySeconds = Number(values.away)

const say = createSay()
const folder = await mkdtemp(join(tmpdir(), 'drill-orders-'))
const identity = await startIdentityEmulator()
const apiPort = await freePort()
const apiUrl = `http://127.0.0.1:${apiPort}`
const random = seeded(Number(values.seed))
const stripeSide = await startStripeSide({ hooksAt: apiUrl, file: join(folder, 'stripe.jsonl'), random })
const house = await openHouse({
  folder,
  apiPort,
  environment: { FIREBASE_AUTH_EMULATOR_HOST: identity.host, ...stripeSide.environment },
})

async function drill(): Promise<number> {
  await house.whileDown(({ database }) => stock(database, userCount))
  await house.start()
  say(`${orderCount} orders by ${userCount} users on ${house.database}`)
  await stripeSide.meddle()
  const shop = openShop({ orderCount, userCount, apiUrl, random, atStripe: stripeSide.act, say })
  const { orders, repeats } = shop
  const shopping = shop.sell()
  // A failure is handled where it is awaited, after the mishaps.
  shopping.catch(() => undefined)
  for (const { afterOrders, happen } of mishapsOf()) {
    while (orders.length < afterOrders && (await isPending(shopping))) await sleep(50)
    say(`after ${orders.length} orders:`)
    await happen()
  }
  await shopping
  say('all have bought; what the hooks missed is asked for at night')
  if (killCount > 0) await house.kill()
  await house.whileDown(({ database, connection }) => enqueueNight(database, connection))
  await house.start()
  await shop.settled()
  while ((await stripeSide.readTold()).some(({ outcome }) => outcome === 'waiting')) await sleep(LOOK_MS)
  await house.stop()
  const ledger = await house.whileDown(({ database }) => readLedger(database))
  const books = await readBooks(stripeSide.stripe)
  const mishaps: [string, number][] = [
    ['kill -9', killCount],
    ['seconds without Stripe', awaySeconds],
    ['seconds without the database', awaySeconds],
  ]
  const findings = audit(orders, ledger, books, await stripeSide.readTold(), {
    mishaps,
    repeats,
    mayGiveUp: true,
  })
  const { text, differenceCount } = tableOf(findings)
  console.log(text)
  console.log(differenceCount === 0 ? '\nNo difference.' : `\n${differenceCount} differences.`)
  return differenceCount
}

/** What goes wrong while customers buy, spread over the orders; the last kill precedes the nightly run. */
function mishapsOf(): { afterOrders: number; happen: () => Promise<void> }[] {
  const kills = Array.from({ length: Math.max(0, killCount - 1) }, (_, kill) => ({
    afterOrders: (orderCount * (kill + 1)) / killCount,
    async happen() {
      say('kill -9 of the API')
      await house.kill()
      await house.start()
    },
  }))
  const away = () => sleep(1000 * awaySeconds)
  const withoutStripe = async () => {
    say(`Stripe is away for ${awaySeconds} s`)
    await stripeSide.withoutHooks(() => stripeSide.away(away))
  }
  const withoutDatabase = async () => {
    say(`the database is away for ${awaySeconds} s`)
    await house.withoutDatabase(away)
  }
  return [
    ...kills,
    { afterOrders: 0.25 * orderCount, happen: withoutStripe },
    { afterOrders: 0.6 * orderCount, happen: withoutDatabase },
  ].sort((one, other) => one.afterOrders - other.afterOrders)
}

try {
  process.exitCode = (await drill()) === 0 ? 0 : 1
} finally {
  await house.close()
  await stripeSide.close()
  await identity.close()
  await rm(folder, { recursive: true, force: true })
}
process.exit()
