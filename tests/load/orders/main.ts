/**
 * Orders through the Stripe emulator while webhooks arrive twice, late, out of order, forged or not at all, the API is
 * killed, and Stripe and the database are away for a minute each:
 * `npm run drill:orders -- [--orders 200] [--users 20] [--kills 3] [--away 60] [--seed 1]`. With TEST_DATABASE_URL on
 * PostgreSQL, API and worker apart; without it in one process on PGlite, which is away with its database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Stripe from 'stripe'
import { z } from 'zod'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createDiscount } from '#backend/features/discounts/discounts-service.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { WATCHED_EVENTS } from '#backend/providers/payments/stripe-events.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import { idOf } from '#emulators/stripe/state.ts'
import { startIdentityEmulator } from '#tests/api/support/identity.ts'
import { freePort } from '#tests/api/support/free-port.ts'
import { startCuttableProxy } from '#tests/support/cuttable-proxy.ts'
import { startEmulator, SECRET_KEY } from '#tests/support/stripe-emulator.ts'
import { audit, readBooks, readLedger, type Told } from './audit.ts'
import {
  createCustomer,
  PERCENT_CODE,
  SCARCE_CODE,
  type Customer,
  type Deed,
  type Order,
  type Repeats,
} from './customer.ts'
import { openHouse } from './test-product.ts'
import { PART_MINOR, planOf, seeded } from './plan.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    users: { type: 'string', default: '20' },
    kills: { type: 'string', default: '3' },
    /** Seconds. */
    away: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const [orderCount, userCount, killCount] = [Number(values.orders), Number(values.users), Number(values.kills)]
const awaySeconds = Number(values.away)

/** How hooks are meddled with. */
const FAULTS = { duplicate: 0.3, forge: 0.2, drop: 0.1, delayMostMs: 4000 }
/** Uses of the code, fewer than the customers who want one. */
const SCARCE_USES = 5
/** For a first bundle, and for further ones. */
const CREDITS = 30
const SETTLED_MAX_MS = 900_000
const LOOK_MS = 3000

const startedAt = Date.now()
const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`)

const folder = await mkdtemp(join(tmpdir(), 'drill-orders-'))
const identity = await startIdentityEmulator()
const apiPort = await freePort()
const apiUrl = `http://127.0.0.1:${apiPort}`
const secrets = { orders: 'whsec_drill_of_orders', seats: 'whsec_drill_of_seats' }
const random = seeded(Number(values.seed))
const stripePort = await freePort()
/** The product and its customers reach Stripe through it; banks, and people at the dashboard, always do. */
const wayToStripe = await startCuttableProxy({ host: '127.0.0.1', port: stripePort })
const stripeUrl = `http://${wayToStripe.host}:${wayToStripe.port}`
const emulator = await startEmulator({
  port: stripePort,
  publicUrl: stripeUrl,
  file: join(folder, 'stripe.jsonl'),
  random,
  hooks: [
    { url: `${apiUrl}/stripe/webhooks`, secret: secrets.orders, events: [...WATCHED_EVENTS] },
    {
      url: `${apiUrl}/b2b/payment/stripe/webhooks`,
      secret: secrets.seats,
      events: ['checkout.session.completed'],
    },
  ],
})
const stripe = new Stripe(SECRET_KEY, {
  ...{ protocol: 'http', host: '127.0.0.1', port: stripePort },
  telemetry: false,
})
const house = await openHouse({
  folder,
  apiPort,
  environment: {
    FIREBASE_AUTH_EMULATOR_HOST: identity.host,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.orders,
    STRIPE_B2B_WEBHOOK_SECRET: secrets.seats,
    STRIPE_API_BASE: stripeUrl,
  },
})

/** Every hook that was sent, or is to be; each is given up after some attempts. */
async function readTold(): Promise<Told[]> {
  const answer = await fetch(`${emulator.url}/_emulator/deliveries`)
  return z.array(z.custom<Told>()).parse(await answer.json())
}

/** What happens at Stripe itself, some time later. */
async function atStripe({ kind, reference }: Deed): Promise<void> {
  await sleep(500 + random() * 1500)
  if (kind === 'expire') {
    await emulator.command(`sessions/${reference}/expire`)
    return
  }
  if (kind === 'debit-paid' || kind === 'debit-failed') {
    await emulator.command(`sessions/${reference}/${kind}`)
    return
  }
  const intent = idOf((await stripe.checkout.sessions.retrieve(reference)).payment_intent)
  switch (kind) {
    case 'return':
      return returnRefund(intent)
    case 'part':
      await stripe.refunds.create({ payment_intent: intent, amount: PART_MINOR })
      return
    case 'all':
      await stripe.refunds.create({ payment_intent: intent })
      return
    case 'lost in part': {
      const id = await openDispute(intent, 'needs_response', PART_MINOR)
      await sleep(500 + random() * 1500)
      await emulator.command(`disputes/${id}/lost`)
      return
    }
    case 'prevented at once':
      await openDispute(intent, 'prevented')
      return
    case 'inquiry closed':
    case 'inquiry won':
    case 'inquiry lost':
      await endInquiry(await openDispute(intent, 'warning_needs_response'), kind)
      return
    default: {
      const { data } = await stripe.disputes.list({ payment_intent: intent })
      await emulator.command(`disputes/${data[0]?.id ?? ''}/${kind}`)
    }
  }
}

/** @returns its id */
async function openDispute(intent: string, status: string, amount?: number): Promise<string> {
  const { data } = await stripe.charges.list({ payment_intent: intent })
  const paid = data.find((charge) => charge.paid)
  const opened = await emulator.command(`charges/${paid?.id ?? ''}/dispute`, { status, amount })
  return z.object({ id: z.string() }).parse(opened).id
}

async function endInquiry(
  id: string,
  kind: 'inquiry closed' | 'inquiry won' | 'inquiry lost',
): Promise<void> {
  await stripe.disputes.update(id, { evidence: { uncategorized_text: 'It was delivered.' } })
  if (kind === 'inquiry closed') {
    await emulator.command(`disputes/${id}/warning_closed`)
    return
  }
  await emulator.command(`disputes/${id}/escalate`)
  await sleep(500 + random() * 1500)
  await emulator.command(`disputes/${id}/${kind === 'inquiry won' ? 'won' : 'lost'}`)
}

/** The customer's bank returns the first refund of a payment, once it has gone out. */
async function returnRefund(intent: string): Promise<void> {
  for (;;) {
    const { data } = await stripe.refunds.list({ payment_intent: intent })
    const [first] = data
    if (first) {
      await emulator.command(`refunds/${first.id}/fail`)
      return
    }
    await sleep(500)
  }
}

async function drill(): Promise<number> {
  await house.whileDown(async ({ database }) => {
    await database.transaction(async (tx) => {
      for (let user = 0; user < userCount; user++) {
        await grantCredits(tx, { uid: `user-${user}`, amount: CREDITS, reason: 'granted', key: 'drill' })
      }
      await createDiscount(tx, { code: PERCENT_CODE, percent: 20 })
      await createDiscount(tx, { code: SCARCE_CODE, amountMinor: 40, usesMax: SCARCE_USES })
    })
  })
  await house.start()
  say(`${orderCount} orders by ${userCount} users on ${house.database}`)
  await emulator.command('hooks', FAULTS)

  const orders: Order[] = []
  const repeats: Repeats = { unavailable: 0, unanswered: 0 }
  const plan = planOf(orderCount, random)
  const customers = Array.from({ length: userCount }, (_, index) =>
    createCustomer({ uid: `user-${index}`, apiUrl, atStripe, repeats }),
  )
  const shopping = Promise.all(
    customers.map((customer, index) => {
      const own = plan.filter((_kind, order) => order % userCount === index)
      return customer.buy(own, index % 2 === 0 ? 'EUR' : 'USD', (order) => {
        orders.push(order)
        if (orders.length % 50 === 0) say(`${orders.length} orders placed`)
      })
    }),
  )
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
  await house.whileDown(async ({ database, connection }) => {
    const queue = createPgBossQueue({ connection, supervise: false, onError: console.error })
    await queue.start(QUEUE_DEFINITIONS)
    await database.transaction((tx) => enqueueJob(queue, tx, 'reconcile-payments', {}))
    await queue.stop(1000)
  })
  await house.start()
  await settled(customers, orders)
  while ((await readTold()).some(({ outcome }) => outcome === 'waiting')) await sleep(LOOK_MS)
  await house.stop()
  const ledger = await house.whileDown(({ database }) => readLedger(database))
  const books = await readBooks(stripe)
  const mishaps = { kills: killCount, secondsWithoutStripe: awaySeconds, secondsWithoutDatabase: awaySeconds }
  const findings = audit(orders, ledger, books, await readTold(), { mishaps, repeats })
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
    await emulator.command('hooks', { hold: true })
    await wayToStripe.cut()
    await away()
    await wayToStripe.mend()
    await emulator.command('hooks', { hold: false })
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

const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), sleep(0, true)])

/** Until every order has come to its end, or for as long as that may take. */
async function settled(customers: readonly Customer[], orders: readonly Order[]): Promise<void> {
  const until = Date.now() + SETTLED_MAX_MS
  for (;;) {
    await sleep(LOOK_MS)
    const open = (await Promise.all(customers.map((customer) => customer.open(orders)))).flat()
    say(open.length === 0 ? 'every order has come to its end' : `${open.length} orders are under way`)
    if (open.length === 0 || Date.now() > until) return
  }
}

try {
  process.exitCode = (await drill()) === 0 ? 0 : 1
} finally {
  await house.close()
  await wayToStripe.close()
  await emulator.close()
  await identity.close()
  await rm(folder, { recursive: true, force: true })
}
process.exit()
