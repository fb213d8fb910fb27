import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { expect } from 'expect'
import { eq, sql } from 'drizzle-orm'
import { SELFIE_MIN_ACCEPTED } from '#contract/limits.ts'
import { createRefunds } from '#backend/features/checkout/checkout-service.ts'
import { TIER_AMOUNT_MINOR } from '#contract/money.ts'
import { REFERRAL_CREDITS } from '#contract/credits.ts'
import { REFERRED_FRIEND_PERCENT } from '#contract/referrals.ts'
import { STYLE_TIER } from '#contract/styles.ts'
import { balanceOf } from '#backend/features/credits/credits-service.ts'
import { createDiscount, createDiscounts } from '#backend/features/discounts/discounts-service.ts'
import { tables } from '#backend/providers/database/database-port.ts'
import type { PaymentOutcome } from '#backend/providers/payments/payments-port.ts'
import { testEach } from '#tests/support/each.ts'
import { createTestBackend, roundIn, type World } from '../support/test-backend.ts'

const { discountRedemptions, mails, payments, persons, selfies } = tables
const PAGE = 'https://pay.example/session'
const PRICE_MINOR = 900

let world: World
before(async () => {
  world = await createTestBackend()
})
after(() => world.close())
beforeEach(() => {
  world.behaviour.payPage = null
  world.behaviour.refunds = []
  world.behaviour.afterRefund = () => Promise.resolve()
})

const wish = (uid: string, personId: string) =>
  ({ uid, personId, styleId: 'studio-grey', currency: 'EUR', locale: 'de' }) as const

/** How many refunds of this payment wait in the queue. */
async function waitingRefunds(paymentId: string): Promise<number> {
  const rows = await world.database.queries
    .select({ id: sql`id` })
    .from(sql`pgboss.job`)
    .where(sql`name = 'refund-payment' and data->>'paymentId' = ${paymentId}`)
  return rows.length
}

async function buyer() {
  const person = await world.personWithSelfies(0)
  const { queries } = world.database
  const accepted = (ordinal: number) => ({
    id: randomUUID(),
    personId: person.id,
    fileName: 'a.jpg',
    sizeBytes: 1,
    ordinal,
    reading: 'read',
    imageKey: randomUUID(),
    state: 'accepted' as const,
  })
  await queries.insert(selfies).values(Array.from({ length: SELFIE_MIN_ACCEPTED }, (_, n) => accepted(n)))
  await queries.update(persons).set({ state: 'ready' }).where(eq(persons.id, person.id))
  const rows = () =>
    world.database.queries
      .select()
      .from(payments)
      .where(eq(payments.uid, person.uid))
      .orderBy(payments.createdAt)
  const payment = async () => {
    const [row] = await rows()
    if (!row) throw new Error('no payment')
    return row
  }
  /** Sets a price on a free payment. */
  const price = async () => {
    const values = { amountMinor: PRICE_MINOR, regularAmountMinor: PRICE_MINOR }
    await world.database.queries.update(payments).set(values).where(eq(payments.uid, person.uid))
    return (await payment()).id
  }
  /** What the provider says of the payment from now on. */
  const says = async (reading: Partial<PaymentOutcome>) =>
    world.behaviour.readings.set((await payment()).id, reading)
  const bundles = async () => (await person.look()).person.bundles.map(({ state }) => state)
  return { ...person, rows, payment, price, says, bundles }
}

/** A user who paid, and whose bundle then failed. */
async function refunded() {
  const person = await buyer()
  const bundleId = await person.buy()
  const paymentId = await person.price()
  await world.bundles.giveUp(bundleId)
  return { ...person, paymentId }
}

/** A user on the provider's page. */
async function paying() {
  const person = await buyer()
  world.behaviour.payPage = PAGE
  const session = await person.order()
  await person.says({ status: 'open' })
  return { ...person, session, paymentId: (await person.payment()).id }
}

test('a free purchase is paid and delivered at once', async () => {
  const { uid, id, payment } = await buyer()
  const code = randomUUID()
  await createDiscount(world.database.queries, { code, percent: 100 })
  const session = await world.checkout.purchase({ ...wish(uid, id), discountCode: code })
  const { bundleId } = await payment()
  expect(session).toEqual({ status: 'fulfilled', bundleId, isRepeat: false })
  expect(await world.checkout.purchase(wish(uid, id))).toEqual({ ...session, isRepeat: true })
  expect(await payment()).toMatchObject({
    state: 'paid',
    provider: 'free',
    bundleId,
    styleId: 'studio-grey',
    includesTraining: true,
    amountMinor: 0,
    regularAmountMinor: PRICE_MINOR,
    currency: 'EUR',
    refundedAt: null,
    paidAt: expect.any(Date),
    fulfilledAt: expect.any(Date),
  })
})

test('the refund is made by a job of the transaction that ended the bundle', async () => {
  const { paymentId, payment } = await refunded()
  expect(await payment()).toMatchObject({ state: 'refunding', refundDueAmountMinor: PRICE_MINOR })
  expect([await waitingRefunds(paymentId), world.behaviour.refunds]).toEqual([1, []])
  await world.refunds.refund(paymentId)
  await world.refunds.refund(paymentId)
  expect(await payment()).toMatchObject({
    state: 'refunded',
    refundedAmountMinor: PRICE_MINOR,
    refundedAt: expect.any(Date),
  })
  expect(world.behaviour.refunds.map(({ amountMinor }) => amountMinor)).toEqual([PRICE_MINOR])
})

test('an attempt interrupted after the provider refunded is not refunded twice', async () => {
  const { paymentId, payment } = await refunded()
  world.behaviour.afterRefund = () => Promise.reject(new Error('the line broke'))
  await expect(world.refunds.refund(paymentId)).rejects.toThrow('the line broke')
  expect((await payment()).state).toBe('refunding')
  world.behaviour.afterRefund = () => Promise.resolve()
  await world.refunds.refund(paymentId)
  expect(await payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: PRICE_MINOR })
  expect(world.behaviour.refunds).toHaveLength(1)
})

test('a refund that lost its job gets another one', async () => {
  const { paymentId } = await refunded()
  await world.database.queries.execute(sql`delete from pgboss.job where name = 'refund-payment'`)
  await world.refunds.reconcile(roundIn(0))
  await world.refunds.reconcile(roundIn(0))
  expect(await waitingRefunds(paymentId)).toBe(1)
})

test('until payment there is only a payment page, and a repeat finds the same', async () => {
  const { session, order, rows, bundles, paymentId } = await paying()
  expect(session).toMatchObject({ status: 'redirect', url: PAGE })
  expect(await order()).toEqual(session)
  expect(await world.checkout.settle(paymentId)).toEqual({ status: 'open' })
  expect(await rows()).toMatchObject([{ state: 'pending', providerReference: paymentId }])
  expect(await bundles()).toEqual([])
})

test('the same key finds the checkout that it began, and begins nothing else after other orders or its end', async () => {
  const person = await buyer()
  const { uid, id, rows, payment } = person
  world.behaviour.payPage = PAGE
  const order = (orderKey: string, currency: 'EUR' | 'USD' = 'EUR') =>
    world.checkout.purchase({ ...wish(uid, id), currency, orderKey })
  const isOpen = async () => {
    for (const row of await rows()) world.behaviour.readings.set(row.id, { status: 'open' })
  }
  const first = await order('key-of-the-first')
  await isOpen()
  expect(await Promise.all([1, 2].map(() => order('key-of-the-first')))).toEqual([first, first])
  expect(await order('key-of-the-first', 'USD')).toEqual(first)
  expect([first.status, (await rows()).length]).toEqual(['redirect', 1])

  const other = await order('key-of-another', 'USD')
  await isOpen()
  await expect(order('key-of-the-first')).rejects.toMatchObject({ code: 'payment_ended' })
  expect(await order('key-of-another')).toEqual(other)
  expect((await rows()).map(({ state }) => state)).toEqual(['expired', 'pending'])

  world.behaviour.readings.set((await rows())[1]?.id ?? '', { status: 'paid' })
  const bought = await order('key-of-another')
  expect(bought).toMatchObject({ status: 'fulfilled', isRepeat: true })
  expect(await order('key-of-another')).toEqual(bought)
  expect((await payment()).state).toBe('expired')
})

test('another currency opens another page', async () => {
  const { uid, id, rows } = await paying()
  await world.checkout.purchase({ ...wish(uid, id), currency: 'USD' })
  expect(await rows()).toMatchObject([
    { state: 'expired', currency: 'EUR' },
    { state: 'pending', currency: 'USD' },
  ])
})

test('the first notice of a payment delivers, once', async () => {
  const { says, paymentId, bundles, look } = await paying()
  await says({ status: 'paid' })
  const heard = await Promise.all([1, 2, 3].map(() => world.checkout.settle(paymentId)))
  const [first] = heard
  expect(heard).toEqual(Array(3).fill({ status: 'fulfilled', bundleId: expect.any(String) }))
  expect(heard).toEqual(Array(3).fill(first))
  expect(await bundles()).toEqual(['paid'])
  expect((await look()).person.training?.state).toBe('queued')
})

testEach([
  ['paid without anybody telling', { status: 'paid' }, 'paid', ['paid']],
  ['left', { status: 'expired' }, 'expired', []],
  ['still open at the provider', { status: 'open' }, 'pending', []],
] as const)('the scheduler follows a page that was %s', async (_what, reading, state, bought) => {
  const { says, payment, bundles } = await paying()
  await says(reading)
  await world.checkout.reconcile(roundIn(1 / 3))
  expect((await payment()).state).toBe('pending')
  await world.checkout.reconcile(roundIn(1))
  expect([(await payment()).state, await bundles()]).toEqual([state, bought])
})

test('the scheduler ends a payment without a session at the provider', async () => {
  const { order, payment } = await buyer()
  const { createSession } = world.gateway
  world.gateway.createSession = () => Promise.reject(new Error('out of reach'))
  await expect(order()).rejects.toThrow('out of reach')
  world.gateway.createSession = createSession
  expect((await payment()).state).toBe('created')
  await world.checkout.reconcile(roundIn(1))
  expect((await payment()).state).toBe('expired')
})

test('paid on an old page and on a new one: one bundle, and the second payment is refunded', async () => {
  const { uid, id, rows, bundles } = await paying()
  await world.checkout.purchase({ ...wish(uid, id), currency: 'USD' })
  const [old, fresh] = await rows()
  // As a bank transfer may be, that was under way when the page ended.
  world.behaviour.readings.set(old?.id ?? '', { status: 'paid' })
  world.behaviour.readings.set(fresh?.id ?? '', { status: 'paid' })
  const first = await world.checkout.settle(fresh?.id ?? '')
  expect(await world.checkout.settle(old?.id ?? '')).toEqual(first)
  expect((await rows()).map(({ state }) => state)).toEqual(['refunding', 'paid'])
  expect(await bundles()).toEqual(['paid'])
})

test('a payment for a person deleted meanwhile is refunded', async () => {
  const { id, says, paymentId, payment } = await paying()
  await says({ status: 'paid' })
  await world.database.queries.delete(persons).where(eq(persons.id, id))
  expect(await world.checkout.settle(paymentId)).toMatchObject({ status: 'refused' })
  expect(await payment()).toMatchObject({ state: 'refunding', personId: null })
  expect(await waitingRefunds(paymentId)).toBe(1)
})

test('a further style of a training that failed before the payment is refunded', async () => {
  const { buy, order, look, rows, bundles } = await buyer()
  await buy('executive-navy')
  world.behaviour.payPage = PAGE
  await order('studio-grey')
  await world.trainings.giveUp((await look()).trainingId, 'engine_failed')
  const [, further] = await rows()
  expect(await world.checkout.settle(further?.id ?? '')).toMatchObject({ status: 'refused' })
  expect((await rows()).map(({ state }) => state)).toEqual(['refunding', 'refunding'])
  expect(await bundles()).toEqual(['refunded'])
})

test('a refund waits during a dispute, and goes on once it is won', async () => {
  const { buy, price, says, payment } = await buyer()
  const bundleId = await buy()
  const paymentId = await price()
  await says({ dispute: 'open' })
  await world.checkout.settle(paymentId)
  await world.bundles.giveUp(bundleId)
  await world.refunds.refund(paymentId)
  expect(await payment()).toMatchObject({ state: 'disputed', refundDueAmountMinor: PRICE_MINOR })
  expect(world.behaviour.refunds).toEqual([])
  await says({ dispute: 'won' })
  await world.checkout.settle(paymentId)
  expect([(await payment()).state, await waitingRefunds(paymentId)]).toEqual(['refunding', 1])
  await world.refunds.refund(paymentId)
  expect(await payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: PRICE_MINOR })
})

test('where a bank took the money for good, none is sent after it', async () => {
  const { buy, price, says, payment } = await buyer()
  const bundleId = await buy()
  const paymentId = await price()
  await world.bundles.giveUp(bundleId)
  await says({ dispute: 'lost' })
  await world.refunds.refund(paymentId)
  expect(world.behaviour.refunds).toEqual([])
  expect(await payment()).toMatchObject({ state: 'refunded', refundedAmountMinor: PRICE_MINOR })
})

testEach(['won', 'lost'] as const)(
  'an account that a dispute froze buys again once it is %s',
  async (end) => {
    const { buy, order, says, payment } = await buyer()
    await buy()
    const { id: paymentId } = await payment()
    await says({ dispute: 'open' })
    await world.checkout.settle(paymentId)
    await expect(order('executive-navy')).rejects.toMatchObject({ code: 'purchases_frozen' })
    await says({ dispute: end })
    await world.checkout.settle(paymentId)
    expect((await order('executive-navy')).status).toBe('fulfilled')
  },
)

/** A buyer whose payment takes their bank days. */
async function debited() {
  const person = await paying()
  await person.says({ status: 'processing' })
  await world.checkout.settle(person.paymentId)
  return person
}

test('a payment at its bank answers `processing` to an order, a return to it and a cancellation', async () => {
  const { uid, paymentId, order, says, rows, bundles } = await debited()
  const atBank = { status: 'processing', paymentId }
  expect(await order()).toEqual(atBank)
  expect(await world.checkout.resume(uid, paymentId)).toEqual(atBank)
  expect(await world.checkout.cancel(uid, paymentId)).toMatchObject({
    state: 'processing',
    payableUntil: null,
  })
  expect([await rows(), await bundles()]).toMatchObject([[{ state: 'processing', paidAt: null }], []])
  await says({ status: 'paid' })
  expect(await world.checkout.settle(paymentId)).toMatchObject({ status: 'fulfilled' })
  expect(await bundles()).toEqual(['paid'])
})

test('a page whose bank is at it, unheard of, is no page to go on with', async () => {
  const { uid, paymentId, order, says } = await paying()
  await says({ status: 'processing' })
  world.behaviour.payPage = null
  expect(await world.checkout.resume(uid, paymentId)).toEqual({ status: 'processing', paymentId })
  expect(await order()).toEqual({ status: 'processing', paymentId })
})

test('a bank that takes its time is asked about ever more rarely', async () => {
  const { payment, paymentId } = await debited()
  const { readSession } = world.gateway
  let asked = 0
  world.gateway.readSession = (reference) => {
    if (reference === paymentId) asked += 1
    return readSession(reference)
  }
  const quarter = 15 * 60_000
  const first = (await payment()).expiresAt.getTime() - Date.now()
  expect(first).toBeGreaterThan(quarter - 60_000)
  expect(first).toBeLessThanOrEqual(quarter)
  await world.checkout.reconcile(roundIn(0.2))
  expect(asked).toBe(0)
  // As if it had been begun three days ago.
  const createdAt = new Date(Date.now() - 72 * 3_600_000)
  await world.database.queries.update(payments).set({ createdAt }).where(eq(payments.id, paymentId))
  await world.checkout.reconcile(roundIn(0.3))
  expect(asked).toBe(1)
  expect((await payment()).expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  world.gateway.readSession = readSession
})

test('a bank that refuses ends the order, says so by mail once, and the style can be bought anew', async () => {
  const { uid, paymentId, order, says, payment } = await debited()
  await says({ status: 'expired', wasDeclined: true })
  await world.checkout.settle(paymentId)
  await world.checkout.settle(paymentId)
  expect(await world.checkout.confirm(uid, paymentId)).toMatchObject({ state: 'expired', wasDeclined: true })
  expect((await payment()).state).toBe('expired')
  const told = await world.database.queries
    .select({ template: mails.template })
    .from(mails)
    .where(eq(mails.occasion, `payment-failed:${paymentId}`))
  expect(told).toEqual([{ template: 'payment-failed' }])
  expect(await order()).toMatchObject({ status: 'redirect', url: PAGE })
})

test('a training paid for by another style meanwhile is not paid for twice', async () => {
  const { paymentId, order, says, rows, bundles } = await debited()
  expect(await order('executive-navy')).toMatchObject({ status: 'redirect', url: PAGE })
  const other = (await rows())[1]
  expect(other).toMatchObject({ includesTraining: true, amountMinor: PRICE_MINOR })
  world.behaviour.readings.set(other?.id ?? '', { status: 'paid' })
  await world.checkout.settle(other?.id ?? '')
  await says({ status: 'paid' })
  await world.checkout.settle(paymentId)
  expect(await bundles()).toEqual(['paid', 'paid'])
  const dueMinor = PRICE_MINOR - TIER_AMOUNT_MINOR[STYLE_TIER['studio-grey']]
  expect(await rows()).toMatchObject([
    { state: 'refunding', refundDueAmountMinor: dueMinor, refundReason: 'training_paid' },
    { state: 'paid', refundDueAmountMinor: 0 },
  ])
  await world.refunds.refund(paymentId)
  expect((await rows())[0]).toMatchObject({ state: 'paid', refundedAmountMinor: dueMinor })
})

test('a use of a code is held as long as the bank takes', async () => {
  const person = await buyer()
  world.behaviour.payPage = PAGE
  const code = randomUUID()
  await createDiscount(world.database.queries, { code, percent: 20, usesMax: 1 })
  await world.checkout.purchase({ ...wish(person.uid, person.id), discountCode: code })
  await person.says({ status: 'processing' })
  const { id } = await person.payment()
  await world.checkout.settle(id)
  const held = async () => {
    const [row] = await world.database.queries
      .select({ state: discountRedemptions.state })
      .from(discountRedemptions)
      .where(eq(discountRedemptions.paymentId, id))
    return row?.state
  }
  const { reconcile } = createDiscounts({ database: world.database })
  await reconcile(roundIn(72))
  expect(await held()).toBe('reserved')
  await person.says({ status: 'expired' })
  await world.checkout.settle(id)
  expect(await held()).toBe('released')
})

test('a failed free purchase sends no refund, and a mail says so', async () => {
  const { uid, id, look, payment } = await buyer()
  const code = randomUUID()
  await createDiscount(world.database.queries, { code, percent: 100 })
  await world.checkout.purchase({ ...wish(uid, id), discountCode: code })
  await world.trainings.giveUp((await look()).trainingId, 'engine_failed')
  await world.refunds.refund((await payment()).id)
  const paid = await payment()
  expect(paid).toMatchObject({ state: 'refunded', refundedAt: expect.any(Date) })
  expect(world.behaviour.refunds).toEqual([])
  const told = await world.database.queries
    .select({ template: mails.template, data: mails.data })
    .from(mails)
    .where(eq(mails.occasion, `payment-refunded:${paid.id}:0`))
  expect(told).toMatchObject([
    { template: 'training-failed-refunded', data: { cause: 'technical', givenBack: { kind: 'nothing' } } },
  ])
})

test('an abandoned order can be continued unchanged, only by its owner, and while its session is open', async () => {
  world.behaviour.payPage = PAGE
  const person = await buyer()
  const begun = await world.checkout.purchase(wish(person.uid, person.id))
  const { id } = await person.payment()
  await person.says({ status: 'open' })
  expect(await world.checkout.resume(person.uid, id)).toEqual(begun)
  await expect(world.checkout.resume('another-user', id)).rejects.toMatchObject({ code: 'payment_not_found' })

  await person.says({ status: 'open', wasDeclined: true })
  expect(await world.checkout.confirm(person.uid, id)).toMatchObject({
    state: 'pending',
    wasDeclined: true,
    payableUntil: (await person.payment()).expiresAt.toISOString(),
  })
  await world.checkout.cancel(person.uid, id)
  await expect(world.checkout.resume(person.uid, id)).rejects.toMatchObject({ code: 'payment_ended' })
  expect((await person.payment()).state).toBe('expired')

  const again = await world.checkout.purchase(wish(person.uid, person.id))
  const other = (await person.rows())[1]?.id ?? ''
  expect(again).toMatchObject({ status: 'redirect', paymentId: other })
  world.behaviour.readings.set(other, { status: 'paid' })
  const { bundleId } = await world.checkout.confirm(person.uid, other)
  expect(await world.checkout.resume(person.uid, other)).toEqual({
    status: 'fulfilled',
    bundleId,
    isRepeat: true,
  })
})

test("a request for the provider's form differs from one for its page", async () => {
  world.behaviour.payPage = PAGE
  const person = await buyer()
  await world.checkout.purchase(wish(person.uid, person.id))
  await person.says({ status: 'open' })
  await world.checkout.purchase({ ...wish(person.uid, person.id), form: 'embedded' })
  expect((await person.rows()).map(({ state, form }) => [state, form])).toEqual([
    ['expired', 'page'],
    ['pending', 'embedded'],
  ])
})

test('an operator who paused refunds gives nothing back and ends nothing for its time; what is owed waits', async () => {
  const { paymentId, payment } = await refunded()
  const paused = createRefunds({ ...world.ports, refundsPaused: true })
  await paused.refund(paymentId)
  await world.database.queries.execute(sql`delete from pgboss.job where name = 'refund-payment'`)
  await paused.reconcile(roundIn(0))
  expect([(await payment()).state, await waitingRefunds(paymentId)]).toEqual(['refunding', 0])
  const waiting = await world.personWithSelfies()
  await waiting.buy()
  const round = { ...roundIn(48), refundsPaused: true }
  await world.trainings.reconcile(round)
  await world.bundles.reconcile(round)
  expect((await waiting.look()).payments).toEqual(['paid'])
  await world.refunds.reconcile(roundIn(0))
  expect(await waitingRefunds(paymentId)).toBe(1)
})

describe('a friend who came by a referral', () => {
  const FRIENDS_PRICE_MINOR = PRICE_MINOR - (PRICE_MINOR * REFERRED_FRIEND_PERCENT) / 100

  /** A referred buyer, before the provider's page. */
  async function friend() {
    const person = await buyer()
    const referrerUid = (await world.personWithSelfies(0)).uid
    const code = await world.referrals.codeOf(referrerUid)
    await world.referrals.register(person.uid, code)
    world.behaviour.payPage = PAGE
    const offered = async (personId = person.id) => {
      const { offers } = await world.offers.to(person.uid, personId, 'EUR')
      return [...new Set(offers.map(({ price }) => price.amountMinor))]
    }
    const earned = () => balanceOf(world.database.queries, referrerUid)
    const latest = async () => (await person.rows()).at(-1)
    const pays = async () => {
      const { id } = (await latest()) ?? (await person.payment())
      world.behaviour.readings.set(id, { status: 'paid' })
      await world.checkout.settle(id)
      return id
    }
    return { ...person, offered, earned, latest, pays }
  }

  test('is offered and pays a tenth less for the first bundle, once, and earns the referrer the whole reward', async () => {
    const person = await friend()
    expect(await person.offered()).toEqual([FRIENDS_PRICE_MINOR])
    const session = await world.checkout.purchase(wish(person.uid, person.id))
    await person.says({ status: 'open' })
    expect(await world.checkout.purchase(wish(person.uid, person.id))).toEqual(session)
    expect(await person.rows()).toMatchObject([
      { amountMinor: FRIENDS_PRICE_MINOR, regularAmountMinor: PRICE_MINOR },
    ])
    await person.pays()
    expect(await person.earned()).toBe(REFERRAL_CREDITS)
    expect(await person.offered()).not.toContain(FRIENDS_PRICE_MINOR)
    const second = await world.personOf(person.uid)
    expect(await person.offered(second.id)).toEqual([PRICE_MINOR])
  })

  test('keeps the tenth for another style, and after a full refund', async () => {
    const person = await friend()
    await world.checkout.purchase(wish(person.uid, person.id))
    await person.says({ status: 'open' })
    await world.checkout.purchase({ ...wish(person.uid, person.id), styleId: 'library' })
    expect(await person.rows()).toMatchObject([
      { state: 'expired' },
      { styleId: 'library', amountMinor: FRIENDS_PRICE_MINOR },
    ])
    const paymentId = await person.pays()
    world.behaviour.readings.set(paymentId, { status: 'paid', refundedAmountMinor: FRIENDS_PRICE_MINOR })
    await world.checkout.settle(paymentId)
    expect([await person.earned(), await person.offered()]).toEqual([0, [FRIENDS_PRICE_MINOR]])
  })

  test('has it once at a time: an open checkout of another person holds it, and so does a bank', async () => {
    const person = await friend()
    const second = await world.personOf(person.uid)
    await world.checkout.purchase(wish(person.uid, person.id))
    expect([await person.offered(), await person.offered(second.id)]).toEqual([
      [FRIENDS_PRICE_MINOR],
      [PRICE_MINOR],
    ])
    await person.says({ status: 'processing' })
    await world.checkout.settle((await person.payment()).id)
    expect(await person.offered()).toEqual([PRICE_MINOR])
  })

  test('uses a code of their own in its place', async () => {
    const person = await friend()
    const code = randomUUID()
    await createDiscount(world.database.queries, { code, percent: 50 })
    await world.checkout.purchase({ ...wish(person.uid, person.id), discountCode: code })
    expect(await person.latest()).toMatchObject({ amountMinor: PRICE_MINOR / 2 })
  })
})
