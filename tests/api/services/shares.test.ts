import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { expect } from 'expect'
import { eq, sql } from 'drizzle-orm'
import { FIRST_BUNDLE_CREDITS } from '#contract/credits.ts'
import { balanceOf, grantCredits } from '#backend/features/credits/credits-service.ts'
import { createDiscount } from '#backend/features/discounts/discounts-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { SessionRequest } from '#backend/providers/payments/payments-port.ts'
import { testEach } from '#tests/support/each.ts'
import { createTestBackend, signal, type World } from '../support/test-backend.ts'

const { mails, payments } = tables
const PRICE_MINOR = 900
/** Of eight promised one is missing: a fraction of a cent is given. */
const SHARE_MINOR = 113

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.headshotsFrom = (goodSelfies) => 2 * goodSelfies
  world.behaviour.passes = () => true
  world.behaviour.refunds = []
  world.behaviour.afterRefund = () => Promise.resolve()
  world.behaviour.payPage = null
})

const queries = () => world.database.queries
const mailsOf = async (occasion: string) => {
  const found = await queries()
    .select()
    .from(mails)
    .where(sql`${mails.occasion} like ${`${occasion}%`}`)
    .orderBy(mails.createdAt)
  return found.map(({ data }) => data)
}

/** A user who paid for a first style, of which only `goodCount` pictures are good enough. */
async function owner({ selfieCount = 4, goodCount = 7, ...how }: Partial<Options> = {}) {
  const person = await world.personWithSelfies(selfieCount)
  const { withCredits, code } = how
  if (withCredits) {
    const grant = { amount: FIRST_BUNDLE_CREDITS, reason: 'granted', key: 'test' } as const
    await world.database.transaction((tx) => grantCredits(tx, { uid: person.uid, ...grant }))
  }
  const session = await world.checkout.purchase({
    uid: person.uid,
    personId: person.id,
    styleId: 'studio-grey',
    currency: 'EUR',
    locale: 'de',
    ...(withCredits && { withCredits }),
    ...(code !== undefined && { discountCode: code }),
  })
  const bundleId = session.status === 'fulfilled' ? session.bundleId : ''
  await world.trainings.run((await person.look()).trainingId, signal)
  world.behaviour.passes = (shot) => shot < goodCount
  await world.bundles.generate(bundleId, signal)
  const payment = async () => {
    const [row] = await queries().select().from(payments).where(eq(payments.bundleId, bundleId))
    if (!row) throw new Error('no payment')
    return row
  }
  const { id: paymentId, orderReference } = await payment()
  const bundle = () => world.bundles.get(person.uid, person.id, bundleId)
  const giveBack = () => world.refunds.giveBack(person.uid, person.id, bundleId)
  const receipt = () => world.checkout.confirm(person.uid, paymentId)
  return { ...person, bundleId, paymentId, orderReference, payment, bundle, giveBack, receipt }
}
interface Options {
  selfieCount: number
  goodCount: number
  withCredits: boolean
  code: string
}

test('as many headshots as the good selfies give are offered, ordered, promised, billed and made', async () => {
  const person = await world.personWithSelfies(5)
  const { outlook } = await world.offers.to(person.uid, person.id, 'EUR')
  const further = { selfieCount: 1, headshotCount: 12 }
  expect(outlook).toEqual({ selfieCount: 5, headshotCount: 10, further })

  const asked: SessionRequest[] = []
  const { createSession } = world.gateway
  world.gateway.createSession = (request) => {
    asked.push(request)
    return createSession(request)
  }
  world.behaviour.payPage = 'https://pay.example/session'
  const first = await person.order()
  const open = () => queries().select().from(payments).where(eq(payments.uid, person.uid))
  for (const { id } of await open()) world.behaviour.readings.set(id, { status: 'open' })
  expect(await person.order()).toEqual(first)
  await world.addSelfie(person.uid, person.id)
  // One more good selfie: another number, and so another page.
  await person.order()
  world.gateway.createSession = createSession
  const rows = (await open()).toSorted((one, other) => one.promisedCount - other.promisedCount)
  expect(rows).toMatchObject([
    { state: 'expired', promisedCount: 10 },
    { state: 'pending', promisedCount: 12 },
  ])
  expect([...new Set(asked.map(({ items: [item] }) => item.name))]).toEqual([
    '10 Porträts im Stil Studiograu, inklusive Vorbereitung',
    '12 Porträts im Stil Studiograu, inklusive Vorbereitung',
  ])
  // A selfie deleted after the page was opened does not lower the promise.
  await world.selfies.remove(person.uid, person.id, person.added[0] ?? '')
  await world.selfies.remove(person.uid, person.id, person.added[1] ?? '')
  world.behaviour.readings.set(rows[1]?.id ?? '', { status: 'paid' })
  const receipt = await world.checkout.confirm(person.uid, rows[1]?.id ?? '')
  expect(receipt).toMatchObject({ state: 'paid', promisedCount: 12, missingCount: 0 })
  await world.trainings.run((await person.look()).trainingId, signal)
  await world.bundles.generate(receipt.bundleId ?? '', signal)
  expect(await world.bundles.get(person.uid, person.id, receipt.bundleId ?? '')).toMatchObject({
    state: 'ready',
    generatedCount: 12,
    totalCount: 12,
    shortfall: null,
  })
})

test('missing headshots are refunded by their share, once, and named in the mail, the gallery and the receipt', async () => {
  const { bundle, payment, paymentId, receipt, bundleId, uid } = await owner()
  const short = {
    promisedCount: 8,
    missingCount: 1,
    amountMinor: SHARE_MINOR,
    currency: 'EUR',
    creditAmount: 0,
  }
  expect(await bundle()).toMatchObject({ state: 'ready', generatedCount: 7, totalCount: 8, shortfall: short })
  expect((await bundle()).refundableUntil).not.toBeNull()
  expect(await payment()).toMatchObject({ state: 'refunding', refundDueAmountMinor: SHARE_MINOR })
  expect(await mailsOf(`headshots-ready:${bundleId}`)).toMatchObject([{ count: 7, shortfall: short }])
  // A run that finds everything done changes nothing.
  await world.bundles.generate(bundleId, signal)
  expect((await world.takeJobs('refund-payment')).filter((job) => job.paymentId === paymentId)).toHaveLength(
    1,
  )
  await world.refunds.refund(paymentId)
  await world.refunds.refund(paymentId)
  expect(world.behaviour.refunds.map(({ amountMinor }) => amountMinor)).toEqual([SHARE_MINOR])
  expect(await payment()).toMatchObject({
    state: 'paid',
    refundedAmountMinor: SHARE_MINOR,
    refundReason: 'incomplete',
    missingCount: 1,
  })
  expect((await bundle()).headshots.filter(({ passed }) => passed)).toHaveLength(7)
  expect(await receipt()).toMatchObject({ state: 'paid', promisedCount: 8, missingCount: 1 })
  expect(await mailsOf(`payment-refunded:${paymentId}`)).toMatchObject([
    { amountMinor: SHARE_MINOR, reason: 'incomplete' },
  ])
  expect((await world.offers.to(uid, (await bundle()).personId, 'EUR')).offers[1]?.includesTraining).toBe(
    false,
  )
})

test('a share interrupted after the provider refunded is not refunded twice', async () => {
  const { paymentId, payment } = await owner()
  world.behaviour.afterRefund = () => Promise.reject(new Error('the line broke'))
  await expect(world.refunds.refund(paymentId)).rejects.toThrow('the line broke')
  world.behaviour.afterRefund = () => Promise.resolve()
  await world.refunds.refund(paymentId)
  expect(world.behaviour.refunds).toHaveLength(1)
  expect(await payment()).toMatchObject({ state: 'paid', refundedAmountMinor: SHARE_MINOR })
})

testEach([
  ['half', 4, 'ready', 450],
  ['fewer than half', 3, 'refunded', PRICE_MINOR],
])('%s of what was promised', async (_what, goodCount, state, dueMinor) => {
  const { bundle, payment } = await owner({ goodCount })
  expect((await bundle()).state).toBe(state)
  expect(await payment()).toMatchObject({ state: 'refunding', refundDueAmountMinor: dueMinor })
})

testEach(['before', 'after'])(
  'the guarantee %s a share went gives all of it back, each cent once',
  async (when) => {
    const { giveBack, payment, paymentId, bundle } = await owner()
    if (when === 'after') await world.refunds.refund(paymentId)
    expect(await giveBack()).toMatchObject({ refundDueAmountMinor: PRICE_MINOR })
    await world.refunds.refund(paymentId)
    expect(await payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: PRICE_MINOR })
    expect(await bundle()).toMatchObject({ state: 'refunded', headshots: [] })
    const parts = world.behaviour.refunds.map(({ amountMinor }) => amountMinor)
    expect(parts).toEqual(when === 'after' ? [SHARE_MINOR, PRICE_MINOR - SHARE_MINOR] : [PRICE_MINOR])
    const told = await mailsOf(`payment-refunded:${paymentId}`)
    expect(told.map((data) => (data as { amountMinor: number }).amountMinor)).toEqual(parts)
  },
)

test('a withdrawal after a share refunds the rest of the money', async () => {
  const { uid, orderReference, paymentId } = await owner()
  const email = 'anna@example.com'
  world.behaviour.users.set(uid, { email, emailVerified: true, displayName: undefined })
  await world.withdrawals.request({ email, orderReference, locale: 'de' })
  const [sent] = (await mailsOf('withdrawal-confirmation:')).slice(-1)
  const token = new URL((sent as { path: string }).path, 'https://site.example').searchParams.get('token')
  await world.withdrawals.confirm(token ?? '')
  const [receipt] = (await mailsOf('withdrawal-receipt:')).slice(-1)
  expect(receipt).toMatchObject({ refund: { amountMinor: PRICE_MINOR - SHARE_MINOR } })
  await world.refunds.refund(paymentId)
  expect(world.behaviour.refunds.map(({ amountMinor }) => amountMinor)).toEqual([PRICE_MINOR])
})

test('a dispute delays a share like any refund; once won, it goes on', async () => {
  const { paymentId, payment, bundle } = await owner()
  world.behaviour.readings.set(paymentId, { dispute: 'open' })
  await world.refunds.refund(paymentId)
  expect(world.behaviour.refunds).toEqual([])
  expect(await payment()).toMatchObject({ state: 'disputed', refundDueAmountMinor: SHARE_MINOR })
  world.behaviour.readings.set(paymentId, { dispute: 'won' })
  await world.checkout.settle(paymentId)
  await world.refunds.refund(paymentId)
  expect(await payment()).toMatchObject({ state: 'paid', refundedAmountMinor: SHARE_MINOR })
  expect(await bundle()).toMatchObject({ state: 'ready', isFrozen: false })
})

test("an operator's earlier refund counts towards the share", async () => {
  const person = await world.personWithSelfies()
  const bundleId = await person.buy()
  const [{ id } = { id: '' }] = await queries().select().from(payments).where(eq(payments.bundleId, bundleId))
  world.behaviour.readings.set(id, { refundedAmountMinor: 100 })
  await world.checkout.settle(id)
  await world.trainings.run((await person.look()).trainingId, signal)
  world.behaviour.passes = (shot) => shot < 7
  await world.bundles.generate(bundleId, signal)
  await world.refunds.refund(id)
  expect(world.behaviour.refunds.map(({ amountMinor }) => amountMinor)).toEqual([SHARE_MINOR - 100])
})

test('credits are refunded as whole ones, and the rest with the guarantee', async () => {
  const { uid, bundle, giveBack, paymentId, payment, bundleId } = await owner({ withCredits: true })
  expect(await balanceOf(queries(), uid)).toBe(2)
  const short = { missingCount: 1, amountMinor: 0, creditAmount: 2 }
  expect(await bundle()).toMatchObject({ state: 'ready', shortfall: short })
  expect(await payment()).toMatchObject({ state: 'paid', refundDueAmountMinor: 0 })
  expect(await mailsOf(`headshots-ready:${bundleId}`)).toMatchObject([{ shortfall: short }])
  expect(await giveBack()).toMatchObject({ state: 'refunding' })
  await world.refunds.refund(paymentId)
  await world.refunds.refund(paymentId)
  expect(await balanceOf(queries(), uid)).toBe(FIRST_BUNDLE_CREDITS)
  expect(await mailsOf(`payment-refunded:${paymentId}`)).toMatchObject([{ creditCount: 8 }])
})

test('a free bundle refunds nothing, and its missing headshots are named', async () => {
  const code = randomUUID()
  await createDiscount(queries(), { code, percent: 100 })
  const { bundle, payment } = await owner({ code })
  expect(await bundle()).toMatchObject({
    state: 'ready',
    shortfall: { missingCount: 1, amountMinor: 0, creditAmount: 0 },
    refundableUntil: null,
    repairOffer: { newSelfieCount: 0 },
  })
  expect(await payment()).toMatchObject({ state: 'paid', missingCount: 1, refundDueAmountMinor: 0 })
})
