import { after, afterEach, before, test } from 'node:test'
import { expect } from 'expect'
import { eq, sql } from 'drizzle-orm'
import type { MonthOfOrders } from '#contract/status.ts'
import { endpoints } from '#contract/endpoints.ts'
import { operatorEndpoints } from '#contract/operators.ts'
import { unrecordedDeliveries, recordEarlierDelivery } from '#backend/features/payments/payments-service.ts'
import { PROMISED_WITHIN_MS } from '#backend/features/deadlines.ts'
import { lastMonthBefore } from '#backend/features/status/last-month.ts'
import { setPause } from '#backend/features/pauses/pauses-service.ts'
import { reconcileRows } from '#backend/features/reconciliation.ts'
import { watchProduct } from '#backend/http/metric-values.ts'
import { createPrometheusMetrics } from '#backend/providers/metrics/prometheus.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import { openDoor, OPERATOR_SECRET } from './support/door.ts'
import { idToken } from './support/identity.ts'
import { roundIn, signal, VERDICT_MS, type World } from './support/test-backend.ts'

const { deletions, payments, persons, users } = tables

let door: Awaited<ReturnType<typeof openDoor>>
let world: World
before(async () => {
  door = await openDoor()
  world = door.world
})
after(() => door.close())
afterEach(() => queries().delete(payments))

const queries = () => world.database.queries

/** As a process answers that has counted nothing yet. */
async function status() {
  const app = await door.openApp()
  const answer = await app.inject({ url: endpoints.getServiceStatus.path })
  await app.close()
  expect(answer.statusCode).toBe(200)
  return endpoints.getServiceStatus.response.parse(answer.json())
}
const figures = async () => {
  const { month: _, ...counts } = (await status()).lastMonth
  return counts
}

const NOTHING = { paid: 0, takenBack: 0, inTime: 0, refunded: 0 } satisfies Omit<MonthOfOrders, 'month'>

async function post(uid: string, path: string, payload: object = {}) {
  const headers = { authorization: idToken(uid, { signedInSecondsAgo: 60 }) }
  const answer = await door.app.inject({ method: 'POST', url: path, headers, payload })
  expect([path, answer.statusCode]).toEqual([path, 200])
}

/** Moves an order into the middle of the last month; headshots came as long after the payment as they did, a refund after an hour. */
async function moveToLastMonth(uid: string, { paidHoursEarlier = 0, refundedAfterHours = 1 } = {}) {
  const { from } = lastMonthBefore(new Date(Date.now() - PROMISED_WITHIN_MS))
  const middle = sql`${from.toISOString()}::timestamptz + interval '14 days'`
  await queries()
    .update(payments)
    .set({
      paidAt: sql`${middle} - ${paidHoursEarlier}::int * interval '1 hour'`,
      deliveredAt: sql`${payments.deliveredAt} - (${payments.paidAt} - (${middle}))`,
      refundedAt: sql`case when ${payments.refundDueAmountMinor} > 0 then ${middle} + ${refundedAfterHours}::int * interval '1 hour' end`,
    })
    .where(eq(payments.uid, uid))
}

const bundleOf = async (uid: string) => {
  const [row] = await queries().select().from(payments).where(eq(payments.uid, uid))
  return row?.bundleId ?? ''
}

async function giveBack({ uid, id: personid }: { uid: string; id: string }) {
  await post(uid, endpoints.refundBundle.path, { personid, bundleid: await bundleOf(uid) })
}

async function deleteAccount(uid: string) {
  world.behaviour.users.set(uid, { email: `${uid}@a.example`, emailVerified: true, displayName: undefined })
  await post(uid, endpoints.deleteUser.path)
  const [row] = await queries().select().from(deletions).where(eq(deletions.uid, uid))
  const id = row?.id ?? ''
  await world.accountDeletion.run(id, signal)
  await world.accountDeletion.run(id, signal, new Date(Date.now() + 2 * VERDICT_MS))
}

test('the figure counts what came in time, late, was paid back by us or taken back, and stays when the accounts are deleted', async () => {
  expect(await figures()).toEqual(NOTHING)

  const inTime = await world.personWithHeadshots()
  await moveToLastMonth(inTime.uid)
  expect(await figures()).toEqual({ ...NOTHING, paid: 1, inTime: 1 })

  const late = await world.personWithHeadshots()
  await moveToLastMonth(late.uid, { paidHoursEarlier: 3 })
  expect(await figures()).toEqual({ ...NOTHING, paid: 2, inTime: 1 })

  const failed = await world.personWithSelfies()
  await failed.buy()
  await world.trainings.giveUp((await failed.look()).trainingId, 'engine_failed')
  await moveToLastMonth(failed.uid)
  expect(await figures()).toEqual({ ...NOTHING, paid: 3, inTime: 1, refunded: 1 })

  // Before their headshots came: one asks for the money, the other deletes the person.
  const takenBack = await world.personWithSelfies()
  await takenBack.buy()
  await giveBack(takenBack)
  const deleted = await world.personWithSelfies()
  await deleted.buy()
  await post(deleted.uid, `${endpoints.deletePerson.path}?personid=${deleted.id}`)
  for (const { uid } of [takenBack, deleted]) await moveToLastMonth(uid)
  expect(await figures()).toEqual({ paid: 5, inTime: 1, refunded: 1, takenBack: 2 })

  // After delivery it was in time all the same, and is nothing that we paid back.
  const givenBack = await world.personWithHeadshots()
  await giveBack(givenBack)
  await moveToLastMonth(givenBack.uid)
  expect(await figures()).toEqual({ paid: 6, inTime: 2, refunded: 1, takenBack: 2 })

  // The promise was broken already.
  const tooLate = await world.personWithSelfies()
  await tooLate.buy()
  await giveBack(tooLate)
  await moveToLastMonth(tooLate.uid, { refundedAfterHours: 3 })
  const counted = { paid: 7, inTime: 2, refunded: 1, takenBack: 2 }
  expect(await figures()).toEqual(counted)

  for (const { uid } of [tooLate, inTime, late, failed, takenBack, deleted, givenBack])
    await deleteAccount(uid)
  expect(await queries().select().from(persons)).toEqual([])
  expect(await queries().select().from(users)).toEqual([])
  expect(await figures()).toEqual(counted)

  // Operators and Prometheus read the same.
  const { path } = operatorEndpoints.operatorStatus
  const asked = {
    method: 'POST',
    url: path,
    headers: { authorization: OPERATOR_SECRET },
    payload: {},
  } as const
  const { rows } = (await door.app.inject(asked)).json<{ rows: { figure: string; value: unknown }[] }>()
  const told = Object.fromEntries(rows.map(({ figure, value }) => [figure, value]))
  expect(told).toMatchObject({
    'orders paid': 7,
    'in time': 2,
    'paid back by us': 1,
    'taken back by customers': 2,
    'orders are taken now': true,
  })
  const metrics = createPrometheusMetrics()
  watchProduct(metrics, world)
  const { text } = await metrics.render()
  expect(text).toContain('orders_last_month{outcome="paid"} 7')
  expect(text).toContain('orders_last_month{outcome="in_time"} 2')
  expect(text).toContain('orders_last_month{outcome="refunded"} 1')
  expect(text).toContain('orders_last_month{outcome="taken_back"} 2')
})

test('an order of several styles is one, and in time when all of it was', async () => {
  const person = await world.personWithHeadshots()
  const further = await world.personWithHeadshots()
  for (const { uid } of [person, further]) await moveToLastMonth(uid)
  const [lead] = await queries().select().from(payments).where(eq(payments.uid, person.uid))
  await queries()
    .update(payments)
    .set({ leadId: lead?.id, receiptNumber: null, providerReference: null })
    .where(eq(payments.uid, further.uid))
  expect(await figures()).toEqual({ ...NOTHING, paid: 1, inTime: 1 })
  await queries().update(payments).set({ deliveredAt: null }).where(eq(payments.uid, further.uid))
  expect(await figures()).toEqual({ ...NOTHING, paid: 1 })
})

test('a delivery that an older process did not record is recorded by the last headshot', async () => {
  const person = await world.personWithHeadshots()
  const open = await world.personWithSelfies()
  await open.buy()
  const deliveredAt = async (uid: string) =>
    (await queries().select().from(payments).where(eq(payments.uid, uid))).map((row) => row.deliveredAt)
  const [before] = await deliveredAt(person.uid)
  await queries().update(payments).set({ deliveredAt: null }).where(eq(payments.uid, person.uid))
  await reconcileRows(queries(), roundIn(0), unrecordedDeliveries(queries()), ({ id }) =>
    recordEarlierDelivery(queries(), id),
  )
  const [recorded] = await deliveredAt(person.uid)
  expect(Math.abs((recorded?.getTime() ?? 0) - (before?.getTime() ?? 1e12))).toBeLessThan(5_000)
  expect(await deliveredAt(open.uid)).toEqual([null])
})

test('it says that purchases are paused, and when the oldest order was paid that is being made', async () => {
  expect(await status()).toMatchObject({ takesOrders: true, oldestOpenMinutes: null })
  const person = await world.personWithSelfies()
  await person.buy()
  await queries()
    .update(payments)
    .set({ paidAt: sql`now() - interval '12 minutes 30 seconds'` })
    .where(eq(payments.uid, person.uid))
  await world.database.transaction((tx) => setPause(tx, 'purchases', true))
  expect(await status()).toMatchObject({ takesOrders: false, oldestOpenMinutes: 12 })
})
