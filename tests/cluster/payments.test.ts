import { processingOf } from '#backend/features/processing/processing.ts'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq } from 'drizzle-orm'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import type { StyleId } from '#contract/styles.ts'
import { createCheckout, createRefunds } from '#backend/features/checkout/checkout-service.ts'
import { withRefund } from '#backend/features/payments/order-division.ts'
import { createPerson } from '#backend/features/persons/persons-service.ts'
import { QUEUE_DEFINITIONS } from '#backend/jobs/runner.ts'
import { createFreeGateway } from '#backend/providers/payments/free.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { PaymentGateway, PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { createPgBossQueue } from '#backend/providers/queue/pg-boss.ts'
import type { Queue } from '#backend/providers/queue/queue-port.ts'
import { createStylePromises } from '#backend/providers/engine/routed-engine.ts'
import { studioOutlook } from '#backend/providers/studio/outlook.ts'
import { DATABASES, type OpenDatabase } from '#tests/ports/support/databases.ts'
const ROUNDS = 5
const AT_ONCE = 4
const { bundles, mails, payments, persons, selfies } = tables

let opened: OpenDatabase
let queue: Queue
let gateway: ReturnType<typeof createProvider>
let checkout: ReturnType<typeof createCheckout>
let refunds: ReturnType<typeof createRefunds>
before(async () => {
  const openPostgres = DATABASES.find(([name]) => name === 'PostgreSQL')?.[1]
  if (!openPostgres) throw new Error('TEST_DATABASE_URL names no server')
  opened = await openPostgres()
  queue = createPgBossQueue({ connection: opened.connection, supervise: false, onError: () => undefined })
  await queue.start(QUEUE_DEFINITIONS)
})
after(async () => {
  await queue.stop(100)
  await opened.close()
})
beforeEach(() => {
  gateway = createProvider()
  const gateways = { free: createFreeGateway(), credits: createFreeGateway(), stripe: gateway }
  const processing = processingOf([], { kind: 'files' })
  const promises = createStylePromises([studioOutlook])
  const deps = { database: opened.database, queue, gateways, promises, processing }
  checkout = createCheckout({ ...deps, siteUrl: 'http://site.example', charges: true })
  refunds = createRefunds(deps)
})

/** A payment provider that remembers its sessions, and answers for each as the test sets. */
function createProvider() {
  const sessions = new Map<string, PaymentOutcome>()
  const read = (reference: string) => ({
    ...(sessions.get(reference) ?? { status: 'open', refundedAmountMinor: 0, dispute: 'none' }),
    url: `http://pay.example/${reference}`,
    paidAmountMinor: 0,
    clientSecret: null,
    paymentReference: null,
    receiptUrl: null,
  })
  return {
    ...createFreeGateway(),
    sessions,
    refundedMinor: 0,
    createSession({ paymentId }) {
      const known = sessions.get(paymentId) ?? { status: 'open', refundedAmountMinor: 0, dispute: 'none' }
      sessions.set(paymentId, known)
      const url = `http://pay.example/${paymentId}`
      return Promise.resolve({ reference: paymentId, url, clientSecret: null })
    },
    readSession: (reference) => Promise.resolve(read(reference)),
    expireSession(reference) {
      const reading = read(reference)
      if (reading.status === 'open') sessions.set(reference, { ...reading, status: 'expired' })
      return Promise.resolve(read(reference))
    },
    refund(reference, amountMinor, _key, paymentId) {
      const reading = read(reference)
      this.refundedMinor += amountMinor
      sessions.set(reference, withRefund(reading, paymentId, amountMinor))
      return Promise.resolve()
    },
  } satisfies PaymentGateway & { sessions: Map<string, PaymentOutcome>; refundedMinor: number }
}

const queries = () => opened.database.queries
const PAID: PaymentOutcome = { status: 'paid', refundedAmountMinor: 0, dispute: 'none' }

async function buyer() {
  const uid = randomUUID()
  const { id: personId } = await opened.database.transaction((tx) =>
    createPerson(tx, uid, {
      name: 'Anna',
      gender: 'female',
      consentVersion: undefined,
      creationKey: undefined,
    }),
  )
  await queries()
    .insert(selfies)
    .values(
      Array.from({ length: SELFIE_MIN_ACCEPTED }, (_none, ordinal) => ({
        id: randomUUID(),
        personId,
        fileName: 'a.jpg',
        sizeBytes: 1,
        ordinal,
        reading: 'read',
        imageKey: randomUUID(),
        state: 'accepted' as const,
      })),
    )
  await queries().update(persons).set({ state: 'ready' }).where(eq(persons.id, personId))
  const order = (styleId: StyleId = 'library', currency: 'EUR' | 'USD' = 'EUR') =>
    checkout.purchase({ uid, personId, styleId, currency, locale: 'de' })
  const rows = () => queries().select().from(payments).where(eq(payments.uid, uid))
  const paid = async () => {
    const session = await order()
    if (session.status !== 'redirect') throw new Error('there is nothing to pay')
    gateway.sessions.set(session.paymentId, PAID)
    return session.paymentId
  }
  const bundlesOf = () => queries().select().from(bundles).where(eq(bundles.personId, personId))
  return { uid, personId, order, rows, paid, bundlesOf }
}

const atOnce = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_none, index) => work(index)))

test('simultaneous webhooks, return page and scheduler deliver once, with one receipt', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uid, paid, bundlesOf } = await buyer()
    const paymentId = await paid()
    await atOnce(async (index) => {
      if (index % 2 === 0) await checkout.settle(paymentId)
      else await checkout.confirm(uid, paymentId)
    })
    expect(await bundlesOf()).toHaveLength(1)
    const told = await queries()
      .select()
      .from(mails)
      .where(eq(mails.occasion, `receipt:${paymentId}`))
    expect(told).toHaveLength(1)
  }
})

test('simultaneous clicks on several devices open one session', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { order, rows } = await buyer()
    const sessions = await atOnce(() => order())
    expect(new Set(sessions.map((session) => JSON.stringify(session))).size).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'pending' }])
  }
})

test('simultaneous purchases of several first styles leave exactly one page open', async () => {
  const styles: StyleId[] = ['library', 'studio-grey', 'loft-brick', 'swiss-alps']
  const { order, rows } = await buyer()
  await Promise.allSettled(styles.map((styleId) => order(styleId)))
  const open = (await rows()).filter(({ state }) => state === 'pending' || state === 'created')
  const payable = [...gateway.sessions.values()].filter(({ status }) => status === 'open')
  expect([open.length <= 1, payable.length <= 1]).toEqual([true, true])
})

test('the guarantee against a dispute: the money is refunded once, by one of the two', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uid, personId, paid, rows, bundlesOf } = await buyer()
    const paymentId = await paid()
    await checkout.settle(paymentId)
    const [bundle] = await bundlesOf()
    gateway.sessions.set(paymentId, { ...PAID, dispute: 'open' })
    await Promise.allSettled([
      refunds.giveBack(uid, personId, bundle?.id ?? ''),
      checkout.settle(paymentId),
      checkout.settle(paymentId),
    ])
    await refunds.refund(paymentId)
    expect(gateway.refundedMinor).toBe(0)
    expect(await rows()).toMatchObject([{ state: 'disputed', refundedAmountMinor: 0 }])
    gateway.sessions.set(paymentId, { ...PAID, dispute: 'lost' })
    await atOnce(() => checkout.settle(paymentId))
    expect(await rows()).toMatchObject([{ state: 'refunded', refundedAmountMinor: 900 }])
    expect((await bundlesOf()).map(({ state }) => state)).toEqual(['refunded'])
  }
})

test('a bundle refunded by several clicks at once, and by several jobs, is refunded once', async () => {
  const { uid, personId, paid, rows, bundlesOf } = await buyer()
  const paymentId = await paid()
  await checkout.settle(paymentId)
  const [bundle] = await bundlesOf()
  await atOnce(() => refunds.giveBack(uid, personId, bundle?.id ?? ''))
  await refunds.refund(paymentId)
  await atOnce(() => refunds.refund(paymentId))
  expect(gateway.refundedMinor).toBe(900)
  expect(await rows()).toMatchObject([{ state: 'refunded', refundReason: 'guarantee' }])
})

test('an order of two styles that is settled, refunded and settled at once is delivered and refunded once each', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uid, personId, rows, bundlesOf } = await buyer()
    const session = await checkout.purchase({
      uid,
      personId,
      styleId: 'library',
      alsoStyleIds: ['studio-grey'],
      currency: 'EUR',
      locale: 'de',
    })
    if (session.status !== 'redirect') throw new Error('there is nothing to pay')
    const { paymentId } = session
    gateway.sessions.set(paymentId, PAID)
    const all = await rows()
    await atOnce((index) => checkout.settle(all[index % all.length]?.id ?? ''))
    expect((await bundlesOf()).map(({ styleId }) => styleId).sort()).toEqual(['library', 'studio-grey'])
    const bundle = (await bundlesOf()).find(({ styleId }) => styleId === 'studio-grey')
    const before = gateway.refundedMinor
    await refunds.giveBack(uid, personId, bundle?.id ?? '')
    const further = (await rows()).find(({ styleId }) => styleId === 'studio-grey')
    await refunds.refund(further?.id ?? '')
    await Promise.all([refunds.refund(further?.id ?? ''), checkout.settle(paymentId)])
    expect(gateway.refundedMinor - before).toBe(99)
    const states = (await rows()).map(({ styleId, state }) => `${styleId} ${state}`)
    expect(states.sort()).toEqual(['library paid', 'studio-grey refunded'])
  }
})
