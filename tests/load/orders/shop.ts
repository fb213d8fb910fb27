import { setTimeout as sleep } from 'node:timers/promises'
import { grantCredits } from '#backend/features/credits/credits-service.ts'
import { createDiscount } from '#backend/features/discounts/discounts-service.ts'
import { enqueueJob } from '#backend/jobs/catalogue.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import type { Database } from '#backend/providers/database/database-port.ts'
import { createPgBossQueue, type PgBossConnection } from '#backend/providers/queue/pg-boss.ts'
import {
  createCustomer,
  PERCENT_CODE,
  SCARCE_CODE,
  type Deed,
  type Order,
  type Repeats,
  type Wishes,
} from './customer.ts'
import { planOf, type Kind } from './plan.ts'

/** Uses of the code, fewer than the customers who want one. */
const SCARCE_USES = 5
/** For a first bundle, and for further ones. */
const CREDITS = 30
const SETTLED_MAX_MS = 900_000
export const LOOK_MS = 3000

/** Prints a line with the seconds since the start of the program. */
export function createSay(): (line: string) => void {
  const startedAt = Date.now()
  return (line) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`)
}

const uidOf = (user: number): string => `user-${user}`

/** What customers have before they come. */
export async function stock({ transaction }: Database, userCount: number): Promise<void> {
  await transaction(async (tx) => {
    for (let user = 0; user < userCount; user++) {
      await grantCredits(tx, { uid: uidOf(user), amount: CREDITS, reason: 'granted', key: 'drill' })
    }
    await createDiscount(tx, { code: PERCENT_CODE, percent: 20 })
    await createDiscount(tx, { code: SCARCE_CODE, amountMinor: 40, usesMax: SCARCE_USES })
  })
}

/** The job of the night, which asks Stripe for what hooks missed. */
export async function enqueueNight(database: Database, connection: PgBossConnection): Promise<void> {
  const queue = createPgBossQueue({ connection, supervise: false, onError: console.error })
  await queue.start(QUEUE_DEFINITIONS)
  await database.transaction((tx) => enqueueJob(queue, tx, 'reconcile-payments', {}))
  await queue.stop(1000)
}

/** Customers and what each of them orders. */
export function openShop(options: {
  orderCount: number
  userCount: number
  apiUrl: string
  random: () => number
  atStripe: (deed: Deed) => Promise<void>
  say: (line: string) => void
  /** Awaited before each order; at once by default. */
  mayOrder?: () => Promise<void>
  /** How customers behave; in every way by default. */
  kinds?: readonly Kind[]
  /** What a customer brings along and wants. */
  wishesOf?: (user: number) => Wishes
}) {
  const { orderCount, userCount, apiUrl, random, atStripe, say, mayOrder, kinds, wishesOf } = options
  const orders: Order[] = []
  const selfieIds: string[] = []
  const repeats: Repeats = { unavailable: 0, unanswered: 0 }
  const plan = planOf(orderCount, random, kinds)
  const customers = Array.from({ length: userCount }, (_, user) =>
    createCustomer({
      uid: uidOf(user),
      apiUrl,
      atStripe,
      repeats,
      ...(mayOrder && { mayOrder }),
      ...wishesOf?.(user),
      onSelfie: (id) => selfieIds.push(id),
    }),
  )
  return {
    orders,
    repeats,
    customers,
    /** Of which customers were told that they arrived. */
    selfieIds,

    /** Resolves when every customer has ordered and paid, or done otherwise. */
    async sell(): Promise<void> {
      await Promise.all(
        customers.map((customer, user) => {
          const own = plan.filter((_kind, order) => order % userCount === user)
          return customer.buy(own, user % 2 === 0 ? 'EUR' : 'USD', (order) => {
            orders.push(order)
            if (orders.length % 50 === 0) say(`${orders.length} orders placed`)
          })
        }),
      )
    },

    /** Until every order has come to its end, or for as long as that may take; `meanwhile` is called again and again. */
    async settled(meanwhile?: () => Promise<void>): Promise<void> {
      const until = Date.now() + SETTLED_MAX_MS
      for (;;) {
        await sleep(LOOK_MS)
        await meanwhile?.()
        const open = (await Promise.all(customers.map((customer) => customer.open(orders)))).flat()
        say(open.length === 0 ? 'every order has come to its end' : `${open.length} orders are under way`)
        if (open.length === 0 || Date.now() > until) return
      }
    },
  }
}

/** Whether a promise is still to be settled. */
export const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), sleep(0, true)])
